/**
 * The pages of the site that the office makes of blocks, and the rule of each field of a block. The database has the same
 * rules (`private.site_block_fields`); tests/contract/site-blocks.db.test.ts holds both together.
 */
export const sitePages = ['home', 'about', 'services', 'work'] as const
export type SitePageName = (typeof sitePages)[number]

/** `line` and `text`: their most letters. A list: its most entries, and the rule or the fields of each. */
type Rule = string | { most: number; of: string | Readonly<Record<string, string>> }

const head = { title: 'line:120', body: 'text:2000' } as const
const buttons = { most: 2, of: { label: 'line:40', link: 'link' } } as const
const slugs = { most: 24, of: 'slug' } as const

export const blockFields = {
  opening: { label: 'line:80', title: 'line:120', lead: 'text:600', photo: 'photo', buttons },
  text: { title: 'line:120', body: 'text:6000', photo: 'photo', side: 'word:left,right' },
  pictures: { ...head, pictures: { most: 24, of: { photo: 'photo', caption: 'line:160' } } },
  services: { ...head, services: slugs },
  prices: { ...head, services: slugs },
  reviews: { title: 'line:120' },
  place: head,
  people: { ...head, people: { most: 24, of: { name: 'line:80', role: 'line:80', photo: 'photo' } } },
  before_after: { ...head, before: 'photo', after: 'photo' },
  action: { ...head, buttons },
  tips: { title: 'line:120' },
  steps: { title: 'line:120', steps: { most: 8, of: { name: 'line:60', text: 'text:400' } } },
} as const satisfies Record<string, Readonly<Record<string, Rule>>>

export type BlockKind = keyof typeof blockFields
type ValueOf<R> = R extends { of: infer Of }
  ? (Of extends string ? string : { [Name in keyof Of]?: string | undefined })[]
  : string
type FieldsOf<Kind extends BlockKind> = {
  -readonly [Name in keyof (typeof blockFields)[Kind]]?: ValueOf<(typeof blockFields)[Kind][Name]> | undefined
}
export type BlockOf<Kind extends BlockKind> = { id: string; kind: Kind } & FieldsOf<Kind>
export type Block = { [Kind in BlockKind]: BlockOf<Kind> }[BlockKind]

/** The most blocks of a page. */
export const mostBlocks = 24

const lettersOf = (value: string): number => [...value].length
// A NUL and half a surrogate pair are no text of PostgreSQL.
const isText = (value: string): boolean => !/\0|\p{Surrogate}/u.test(value)
const cannotStandInLines = /[\u0001-\u001f\u007f]|<[A-Za-z/!?]/
const cannotStandInTexts = /[\u0001-\u0009\u000b-\u001f\u007f]|<[A-Za-z/!?]/
const address = /^(\/([A-Za-z0-9][A-Za-z0-9/_.?=&%#-]*)?|https?:\/\/[A-Za-z0-9][^\u0001-\u0020"<>\\\u007f]*)?$/

const allows: Readonly<Record<string, (value: string, limit: string) => boolean>> = {
  line: (value, most) => lettersOf(value) <= Number(most) && !cannotStandInLines.test(value),
  text: (value, most) => lettersOf(value) <= Number(most) && !cannotStandInTexts.test(value),
  photo: (value) => /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/.test(value),
  slug: (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 80,
  link: (value) => address.test(value) && lettersOf(value) <= 500,
  word: (value, words) => words.split(',').includes(value),
}

/** Whether a field has a value that its rule allows. */
export function isBlockValue(value: unknown, rule: Rule): boolean {
  if (typeof rule === 'object') {
    const { most, of } = rule
    return (
      Array.isArray(value) &&
      value.length <= most &&
      value.every((one) => (typeof of === 'string' ? isBlockValue(one, of) : hasFields(one, of)))
    )
  }
  const [kind = '', limit = ''] = rule.split(':')
  return typeof value === 'string' && isText(value) && (allows[kind]?.(value, limit) ?? false)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasFields = (value: unknown, fields: Readonly<Record<string, Rule>>): boolean =>
  isRecord(value) &&
  Object.entries(value).every(([name, one]) => {
    const rule = Object.hasOwn(fields, name) ? fields[name] : undefined
    return rule !== undefined && isBlockValue(one, rule)
  })

const isKind = (kind: unknown): kind is BlockKind => typeof kind === 'string' && Object.hasOwn(blockFields, kind)

/** Whether this is a block of a known kind with allowed fields. */
export const isBlock = (value: unknown): value is Block => {
  if (!isRecord(value) || !isKind(value['kind'])) return false
  const { id, kind, ...fields } = value
  return typeof id === 'string' && /^[a-z0-9-]{1,40}$/.test(id) && hasFields(fields, blockFields[kind])
}

/** Whether this is a page: at most 24 blocks, each of a known kind with allowed fields and an id of its own. */
export const areBlocks = (value: unknown): value is Block[] =>
  Array.isArray(value) &&
  value.length <= mostBlocks &&
  value.every(isBlock) &&
  new Set(value.map(({ id }) => id)).size === value.length
