import { format } from 'oxfmt'
import { noes, ways } from './answers.ts'
import { parts, type Part } from './offers.ts'
import { testsOf, testThatCalls } from './tests.ts'

/** The file of the page, from the root of the project. */
export const pageFile = 'docs/supabase.md'

export type Row = { name: string; answer: 'yes' | 'no' | 'client' | 'open'; words: string }

/** Each method of a part with its answer: the sentence of a no, or the test that calls it; `open` where there is neither. */
export function rowsOf({ call, methods, tests }: Part): Row[] {
  return methods.map((method): Row => {
    const name = `${call}${method}`
    const no = noes[name] ?? noes[`${call}*`]
    if (no?.startsWith('client:')) return { name, answer: 'client', words: no.slice('client: '.length) }
    if (no !== undefined) return { name, answer: 'no', words: no }
    const test = testThatCalls(method, tests)
    return test ? { name, answer: 'yes', words: wordsOf(test) } : { name, answer: 'open', words: '' }
  })
}

/** The same of what is no method. */
export function rowsOfWays(): Row[] {
  return ways.map(({ title, test, no }): Row => {
    if (!test) return { name: title, answer: 'no', words: no ?? '' }
    const [file, wanted] = test
    const found = testsOf(file).find((one) => one.title.split(' › ').at(-1) === wanted)
    return found
      ? { name: title, answer: 'yes', words: wordsOf(found) }
      : { name: title, answer: 'open', words: wanted }
  })
}

const wordsOf = ({ file, title }: { file: string; title: string }) =>
  `[${title.replaceAll('|', String.raw`\|`)}](../${file})`

const signs = { yes: 'yes', no: 'no', client: '–', open: '?' }

/** The page as it should be. */
function page(): string {
  const all = [...parts.map((part) => ({ title: part.title, rows: rowsOf(part), code: true }))]
  const groups = [...all, { title: 'What is no method', rows: rowsOfWays(), code: false }]
  const count = (answer: Row['answer']) =>
    groups.flatMap(({ rows }) => rows).filter((row) => row.answer === answer).length
  return `${[
    '# What supabase-js offers, and what the embedded server does',
    '',
    `Written by \`npm run supabase-matrix\` from the client library and from the tests; a test fails while it is old. Each yes leads to the`,
    `test that calls it with the unchanged library, on PGlite and on PostgreSQL. A dash asks nothing of a server.`,
    '',
    `**${count('yes')} yes, ${count('no')} no, ${count('client')} of the program alone.**`,
    ...groups.flatMap(({ title, rows, code }) => ['', `## ${title}`, '', ...table(rows, code)]),
  ].join('\n')}\n`
}

const table = (rows: readonly Row[], code: boolean): string[] => [
  '| It offers | Here | Test or reason |',
  '| --- | --- | --- |',
  ...rows.map(({ name, answer, words }) => `| ${code ? `\`${name}\`` : name} | ${signs[answer]} | ${words} |`),
]

/** The page as `npm run format` writes it. */
export const writtenPage = async (): Promise<string> => (await format(pageFile, page())).code
