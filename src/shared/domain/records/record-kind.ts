/** The kinds of records with a name, an icon and a page. `src/app/record-kinds.tsx` describes each. */
export const recordKinds = [
  'person',
  'newcomer',
  'business',
  'location',
  'credit_application',
  'task',
  'time_entry',
  'absence',
  'quotation',
  'mockup',
  'order',
  'job',
  'delivery',
  'partial_delivery',
  'invoice',
  'credit_note',
  'payment',
  'statement',
  'supplier_invoice',
  'payment_run',
  'inventory_item',
  'purchase_order',
  'product',
  'service',
  'calculation',
  'system_note',
] as const
export type RecordKind = (typeof recordKinds)[number]

export const isRecordKind = (name: string): name is RecordKind => recordKinds.some((kind) => kind === name)

/** The kind of a contact by the type that its row names: `Business` or `Person`. */
export const contactKind = (type: string): 'business' | 'person' => (type === 'Business' ? 'business' : 'person')
