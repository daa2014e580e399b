/** How a text is written: one line, lines, or HTML of the editor. */
export type TextKind = 'line' | 'text' | 'rich'
/** A column that the company writes in several languages. `most`: the most letters of a translation. */
export type OwnTextField = { label: string; kind: TextKind; most: number }

const line = (label: string, most = 200): OwnTextField => ({ label, kind: 'line', most })
const text = (label: string, most: number): OwnTextField => ({ label, kind: 'text', most })
const rich = (label: string, most: number): OwnTextField => ({ label, kind: 'rich', most })

/**
 * The texts of the company that clients and visitors read, by table and column, in the order of the form. The database has the same in
 * `private.text_sources` and `private.text_fields`; a contract test holds both together.
 */
export const ownTexts = {
  services: {
    label: 'Services',
    fields: {
      name: line('Name'),
      summary: text('Summary', 2000),
      public_title: line('Public title'),
      public_text: text('Public text', 20000),
      where_used: line('Where it lives'),
      lasts: line('How long it lasts'),
      ready_in: line('How fast it is made'),
    },
  },
  manufactured_products: {
    label: 'Products',
    fields: { name: line('Name'), summary: text('Summary', 1000), description: text('Description', 20000) },
  },
  product_options: {
    label: 'Options of products',
    fields: { option_group: line('Group', 100), name: line('Name', 100) },
  },
  site_texts: { label: 'Pages of the site', fields: { text: text('Text', 6000) } },
  blog_posts: {
    label: 'Tips and news',
    fields: {
      title: line('Title'),
      excerpt: text('In one or two sentences', 500),
      body_html: rich('Text', 1000000),
    },
  },
  banners: {
    label: 'Banners',
    fields: { title: line('Title', 120), body: text('Text', 300), link_label: line('Words of the link', 60) },
  },
  booking_types: {
    label: 'Appointments',
    fields: { name: line('Name', 100), summary: text('Summary', 500) },
  },
  policy_texts: { label: 'Legal texts', fields: { body_html: rich('Text', 200000) } },
  website_metadata_settings: { label: 'Search engines', fields: { setting_value: text('Text', 5000) } },
} as const satisfies Record<string, { label: string; fields: Record<string, OwnTextField> }>
export type TextSource = keyof typeof ownTexts

/** What has a row of its own for each language, and is written on its own screen: terms and mails (0858). */
export const writtenElsewhere = { quotation_terms: 'Terms of quotations', email_templates: 'Mails' } as const

export const isTextSource = (source: string): source is TextSource => Object.hasOwn(ownTexts, source)

/** The field of a table that is translated, or null. */
export function ownTextField(source: string, field: string): OwnTextField | null {
  if (!isTextSource(source)) return null
  const fields: Readonly<Record<string, OwnTextField>> = ownTexts[source].fields
  return fields[field] ?? null
}

export type TextState = 'missing' | 'outdated' | 'written'

/** Missing without a translation; outdated where the original says something else than when it was translated. */
export const textState = (translation: { body: string | null; from: string | null }, original: string): TextState =>
  translation.body === null ? 'missing' : translation.from === original ? 'written' : 'outdated'
