import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => ending.test(name) && !/\.test\.tsx?$|testing\.tsx?$|database\.types\.ts$/.test(name))

/** Texts of TypeScript that name the tax: what is left of a file without its comments. */
const inTypeScript = (text: string): string[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<![:'"`\w])\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => /\bVAT\b/.test(line))
    .map((line) => line.trim())

/** Quoted texts of SQL that name the tax, without comments: those are for engineers. */
const inSql = (text: string): string[] =>
  (
    text
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/\bcomment on [^;']*(?:'(?:[^']|'')*'\s*)+;/g, '')
      .match(/'(?:[^']|'')*'/g) ?? []
  ).filter((literal) => /\bVAT\b/.test(literal))

/**
 * Where a text says VAT although the tax of a company may have another name. Each with its reason. Everywhere else texts carry
 * {tax} or {Tax}, which `withTax` and `private.with_tax` fill in.
 */
const reasons: Record<string, { reason: string; texts: number }> = {
  'src/app/areas/setting-parts.ts': { reason: 'words that people may search for', texts: 1 },
  'src/app/shell/palette/palette-items.tsx': { reason: 'words that people may search for', texts: 2 },
  'src/documents/electronic/cii.ts': { reason: 'codes of EN 16931', texts: 2 },
  'src/documents/electronic/codes.ts': { reason: 'reasons in the file, in the words of EN 16931', texts: 2 },
  'src/documents/electronic/invoice.ts': { reason: 'a reason in the file, in the words of EN 16931', texts: 1 },
  'src/documents/electronic/ubl.ts': { reason: 'codes of EN 16931', texts: 1 },
  'src/documents/journal-files/saft.ts': { reason: 'codes of the audit file', texts: 2 },
  'src/documents/paper/writing.ts': {
    reason: 'papers from before have no name of the tax; a foreign number is one of VIES',
    texts: 3,
  },
  'src/features/site/country/facts/taxes.ts': { reason: 'what the tax is called in these countries', texts: 6 },
  'src/features/site/country/proposal.ts': { reason: 'the kind of tax, and what a new company begins with', texts: 3 },
  'src/features/site/shared/company.ts': { reason: 'until the company is read', texts: 1 },
  'src/features/site/website/policy-templates.ts': {
    reason: 'templates of legal texts, which a company changes and publishes',
    texts: 2,
  },
  'src/features/site/website/company-fields.ts': { reason: 'a number without a name of its own', texts: 2 },
  'src/features/site/website/components/company-form.tsx': {
    reason: 'the kinds of tax, explained; names of laws',
    texts: 5,
  },
  'src/shared/domain/text/formats.ts': { reason: 'until the company is read', texts: 1 },
  'src/shared/domain/texts/papers/en.ts': { reason: 'the number of a client of another country', texts: 1 },
  'src/shared/domain/texts/papers/mt.ts': { reason: 'the number of a client of another country', texts: 1 },
  'src/features/site/shared/site-page.tsx': {
    reason: 'what the number is called in the language of the reader',
    texts: 1,
  },
  'src/features/site/website/components/company-card.tsx': {
    reason: 'what the number is called in the language of the reader',
    texts: 1,
  },
  'src/shared/domain/texts/policy/en.ts': { reason: 'what the number is called in this language', texts: 1 },
  'src/shared/domain/texts/policy/mt.ts': { reason: 'what the number is called in this language', texts: 1 },
  'src/shared/domain/texts/site/en.ts': { reason: 'what the number is called in this language', texts: 1 },
  'src/shared/domain/texts/site/mt.ts': { reason: 'what the number is called in this language', texts: 1 },
  'src/shared/domain/texts/tax-names.ts': { reason: 'the words of each language for VAT', texts: 4 },
  'supabase/schemas/accounts/vat_boxes.sql': { reason: 'boxes of returns in countries whose tax is VAT', texts: 15 },
  'supabase/schemas/office/company.sql': { reason: 'what a new company begins with', texts: 3 },
  'supabase/schemas/office/mail_templates.sql': { reason: 'an example of what the tax is called', texts: 1 },
}

const found = Object.fromEntries(
  [
    ...[
      ...filesOf('src', /\.tsx?$/),
      ...filesOf('supabase/functions', /\.ts$/),
      ...filesOf('supabase/local', /\.ts$/),
    ].map((file) => [file, inTypeScript(readFileSync(file, 'utf8'))] as const),
    ...filesOf('supabase/schemas', /\.sql$/).map((file) => [file, inSql(readFileSync(file, 'utf8'))] as const),
  ].filter(([, texts]) => texts.length > 0),
)

test('a text names the tax of the company, or says why it says VAT', () => {
  const unexplained = Object.entries(found).filter(([file, texts]) => texts.length !== reasons[file]?.texts)
  expect(Object.fromEntries(unexplained)).toEqual({})
  expect(Object.keys(reasons).filter((file) => !found[file])).toEqual([])
})

test.each([
  [inTypeScript, `const label = 'VAT rate' // in percent`, 1],
  [inTypeScript, `// The VAT rate\n/** VAT */\nconst label = '{Tax} rate'\nconst vat = 1`, 0],
  [inTypeScript, `<Text>Total with VAT</Text>`, 1],
  [inSql, `perform private.refuse('22023', 'This invoice has no such VAT rate');`, 1],
  [
    inSql,
    `-- VAT 'VAT'\ncomment on column x.y is 'Without VAT, and it''s net.';\ncreate policy "staff read VAT rates" on x`,
    0,
  ],
])('%o finds in %j: %i', (of, text, count) => {
  expect(of(text)).toHaveLength(count)
})
