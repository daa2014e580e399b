/** The tags that a template may use. `private.check_mail_text` in the database has the same rules. */

export const mailTags = ['if', 'elsif', 'else', 'endif', 'unless', 'endunless'] as const
export const mailFilters = [
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'default',
  'truncate',
  'append',
  'prepend',
] as const

/** The format of a variable's value. */
export const valueTypes = ['text', 'money', 'date', 'moment', 'link'] as const
export type ValueType = (typeof valueTypes)[number]

/** A variable that a template of some kind may use. */
export type MailVariable = { name: string; label: string; type: ValueType; example: string }
