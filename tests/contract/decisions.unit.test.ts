import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const linked = (text: string) =>
  [...text.matchAll(/^- \[(\d{4})\]\((\1-[a-z0-9-]+\.md)\) .+\? .+$/gm)].map(([, , file]) => file)

test('every decision has one line in the index, and every line its decision', () => {
  const decisions = readdirSync(folder).filter((file) => /^\d{4}-/.test(file))
  expect(linked(readFileSync(`${folder}/README.md`, 'utf8')).sort()).toEqual(decisions.sort())
})
