/** The kinds of rules that faults are planted in. */
export const kinds = [
  'written by hand',
  'policy dropped',
  'policy open',
  'policy without a part',
  'policy for more roles',
  'grant',
  'trigger',
  'check',
  'unique',
  'foreign key',
  'right',
  'refusal',
  'comparison',
  'condition',
  'amount',
  'state',
  'limit',
  'lock',
  'setting',
  'realtime',
  'storage',
  'scheduled work',
] as const
export type Kind = (typeof kinds)[number]

/** A fault as SQL. Tests that speak of one of the `subjects` are those that should notice it; the first says most. */
export type Fault = { name: string; kind: Kind; subjects: readonly string[]; sql: string }

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
