import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type IntegrationProfile,
  diff,
  encodeId,
  extract,
  plan,
  renderPlanFiles,
  resolveProfile,
  supabasePolicy,
  supabaseProfile,
} from '@supabase/pg-delta'
import { formatSqlStatements } from '@supabase/pg-delta/sql-format'
import { Client, Pool } from 'pg'
import { parse } from 'smol-toml'
import * as z from 'zod/mini'
import { prepareProject } from './postgres.ts'

const configSchema = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
})

/** Returns the schema files in the order in which they are applied: `schema_paths` in `config.toml`. */
export function schemaFiles(): string[] {
  const config = configSchema.parse(parse(readFileSync('supabase/config.toml', 'utf8')))
  return config.db.migrations.schema_paths.map((path) => join('supabase', path))
}

/**
 * Prepares an empty database, then applies the schema files.
 *
 * @throws if PostgreSQL rejects a file or a function, with its name
 */
export async function applySchemas(url: string): Promise<void> {
  await prepareProject(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const run = (name: string, sql: string) =>
      client.query(sql).catch((cause: unknown) => {
        throw new Error(`${name}: ${String(cause)}`, { cause })
      })
    // As in the Supabase CLI: the body of a function may refer to later files, everything else only to earlier ones.
    await client.query('set check_function_bodies = off')
    for (const file of schemaFiles()) await run(file, readFileSync(file, 'utf8'))
    await client.query('set check_function_bodies = on')
    const { rows } = await client.query<{ name: string; definition: string }>(functionDefinitions)
    for (const { name, definition } of rows) await run(name, definition)
    await client.query(reparseTriggers)
  } finally {
    await client.end()
  }
}

const functionDefinitions = `
  select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace in ('private'::regnamespace, 'public'::regnamespace)`

/*
 * PostgreSQL stores `(a, b) is distinct from (c, d)` as nested ORs, but prints it so that it is parsed as one flat OR.
 * Without this, such a trigger would differ from the one that its migration creates. (Constraint triggers cannot be
 * replaced.)
 */
const reparseTriggers = `
  do $$
  declare
    definition text;
  begin
    for definition in
      select pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgqual is not null and tgconstraint = 0
    loop
      execute regexp_replace(definition, '^CREATE', 'CREATE OR REPLACE');
    end loop;
  end
  $$`

/**
 * Compares the catalogs of two databases, including the auth and storage schemas: every object with its definition,
 * owner, comment and grants. Ignores the order of columns.
 *
 * @returns the objects that differ, such as `column:public.profiles.name`
 */
export async function findDifferingObjects(one: string, other: string): Promise<string[]> {
  return withPools(one, other, async (first, second) => {
    const [before, after] = await Promise.all([extract(first), extract(second)])
    const names = diff(before.factBase, after.factBase)
      .map((delta) =>
        'fact' in delta ? delta.fact.id : 'id' in delta ? delta.id : delta.edge.from,
      )
      .map(encodeId)
    // Only one of them has a list of migrations.
    return [...new Set(names)].filter((name) => !name.includes('supabase_migrations'))
  })
}

/** Supabase's rules for the content of a migration, with two changes. */
const profile: IntegrationProfile = {
  ...supabaseProfile,
  policy: {
    ...supabasePolicy,
    filter: [
      // Our migrations contain the policies on stored files, although Supabase owns the table.
      { match: { all: [{ kind: 'policy' }, { schema: 'storage' }] }, action: 'include' },
      // An owner needs no grants.
      {
        match: { all: [{ kind: 'acl' }, { idField: { field: 'grantee', glob: 'postgres' } }] },
        action: 'exclude',
      },
      ...(supabasePolicy.filter ?? []),
    ],
  },
}

/**
 * Plans the migration from one database to another.
 *
 * @returns its files in order, because some statements must be committed before the next, and the statements that
 * delete data
 */
export async function planMigration(
  from: string,
  to: string,
): Promise<{ files: string[]; destructive: string[] }> {
  return withPools(from, to, async (source, desired) => {
    const { extract: read, planOptions } = await resolveProfile(source, profile)
    const [before, after] = await Promise.all([read(source), read(desired)])
    const planned = plan(before.factBase, after.factBase, { renames: 'off', ...planOptions })
    planned.actions = planned.actions.map((action) => ({ ...action, sql: formatSql(action.sql) }))
    return {
      files: renderPlanFiles(planned, { allowDrops: true }).files.map(({ contents }) => contents),
      destructive: planned.actions
        .filter(({ dataLoss }) => dataLoss === 'destructive')
        .map(({ sql }) => sql),
    }
  })
}

function formatSql(sql: string): string {
  const [formatted = sql] = formatSqlStatements([sql], { keywordCase: 'lower' })
  return (
    formatted
      // A project may have the extension already.
      .replace(/^create extension /, 'create extension if not exists ')
      // PostgreSQL 17 added the right `maintain`: a list of rights would fail on 15, or omit it on 17.
      .replace(
        /^grant delete, insert, (maintain, )?references, select, trigger, truncate, update\b/,
        'grant all',
      )
      // The table is missing in older auth services, which the function checks.
      .replace(/^create trigger queue_passkey_email\b[^]*/, 'select private.watch_passkeys()')
      // The role that pushes the migration is the default.
      .replace(/^(alter default privileges) for role "postgres"/, '$1')
  )
}

async function withPools<T>(
  one: string,
  other: string,
  work: (one: Pool, other: Pool) => Promise<T>,
): Promise<T> {
  const first = new Pool({ connectionString: one, max: 1 })
  const second = new Pool({ connectionString: other, max: 1 })
  // The server may stop while a connection closes.
  for (const pool of [first, second]) pool.on('error', () => undefined)
  try {
    return await work(first, second)
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}
