/** The word that one name in two thousand has, and one that every third has. */
export const rareWord = 'Lighthouse'
export const commonWord = 'Walkers'

const moods = `Sunrise Harbour Quiet Open Friday Hidden Northern Early Golden Slow Salty Windy Lazy
  Curious Wild Gentle Bright Southern Restless Little Brave Sunday Monsoon Electric`
const places = `Garden River Rooftop Canyon Market Beach Lagoon Station Terrace Island Forest Studio
  Kitchen Library Bridge Summit Valley Courtyard Pier Jungle Temple Square Harbourside Meadow`
const groups = `${commonWord} Makers Sailors`
const endings = `Club Circle Crew Collective Meetup Society Friends Guild Table Exchange Union Tribe
  Network Hub House Lab Camp School League Assembly`
const firstNames = `Ana Ben Chi Dana Eli Fay Gus Hana Ivo Jun Kai Lea Mia Noa Omar Pia Quin Rosa Sam
  Tara Uma Vik Wen Xena Yara Zoe`
const lastNames = `Abara Berg Costa Diaz Evans Fuchs Gomez Haas Ito Jensen Klein Lopez Moreau Novak
  Okafor Petit Quist Rossi Silva Tanaka Ueda Vargas Weber Xu Yilmaz Zeman`

/** SQL: a number below `sides` for the row `i`, the same in every run, unrelated between salts. */
export const dice = (salt: string, sides: number | string) =>
  `((hashtext('${salt} ' || i) & 2147483647) % ${sides})`

const pick = (list: string, salt: string) => {
  const words = list.split(/\s+/)
  return `('{${words.join(',')}}'::text[])[1 + ${dice(salt, words.length)}]`
}

/** SQL: the name of the community `i`. */
export const communityName = `concat_ws(' ', ${pick(moods, 'mood')},
  case when i % 2000 = 7 then '${rareWord}' else ${pick(places, 'place')} end,
  ${pick(groups, 'group')}, ${pick(endings, 'ending')})`

/** SQL: the name of the user `i`. */
export const personName = `concat_ws(' ', ${pick(firstNames, 'first')}, ${pick(lastNames, 'last')})`

/** SQL: what the community `i` says of itself, in 100 to 600 characters. */
export const description = `left(repeat(concat_ws(' ', 'We meet at the', ${pick(places, 'where')},
  'with', ${pick(groups, 'whom')} || ',', 'stay for as long as we like and welcome everyone. '), 10),
  100 + ${dice('length', 500)})`
