import { afterAll, expect, test } from 'vitest'
import { local } from './closed-backend.ts'

const sql = local.connection.driver
afterAll(() => sql.exec('drop table if exists public.boats'))

test('a statement that was prepared reads a column that its table gets later', async () => {
  await sql.exec(
    `create table public.boats (name text); insert into public.boats values ('Aurora')`,
  )
  const read = async () => (await sql.query('select * from public.boats')).rows
  expect(await read()).toEqual([{ name: 'Aurora' }])
  await sql.query('alter table public.boats add sails int default 2')
  expect(await read()).toEqual([{ name: 'Aurora', sails: 2 }])
})

test('the 200 statements that were used last stay prepared', async () => {
  const count = 'select count(*)::int from pg_prepared_statements'
  for (let number = 0; number < 250; number += 1) {
    await sql.query(`select ${number}`)
    await sql.query('select $1::int', [number])
  }
  const { rows } = await sql.query(count)
  expect(rows).toEqual([{ count: 200 }])
})

test('a statement that fails changes nothing for the next ones', async () => {
  await expect(sql.query('select $1::int', ['one'])).rejects.toMatchObject({ code: '22P02' })
  await expect(sql.query('select missing')).rejects.toMatchObject({ code: '42703' })
  expect((await sql.query('select $1::int as value', [1])).rows).toEqual([{ value: 1 }])
})
