import { randomInt, randomUUID } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { z } from 'zod'

const orderSchema = z.object({
  kind: z.literal('order'),
  /** 16 digits, as Viva's. Text: the number would not fit into a JavaScript number exactly. */
  orderCode: z.string(),
  /** In cents. */
  amount: z.int(),
  customerText: z.string(),
  merchantText: z.string(),
  /** Of the payment page, as `de-DE`. */
  language: z.string().optional(),
  expiresAt: z.number(),
})
const transactionSchema = z.object({
  kind: z.literal('transaction'),
  id: z.string(),
  orderCode: z.string(),
  amount: z.int(),
  /** `F` paid, `E` refused, `R` refunded. */
  statusId: z.enum(['F', 'E', 'R']),
  /** Until then the bank answers `A`: it has the payment and has not decided. Milliseconds since 1970. */
  decidedAt: z.number(),
  refunded: z.int(),
})
const entrySchema = z.discriminatedUnion('kind', [orderSchema, transactionSchema])

export type Order = z.infer<typeof orderSchema>
export type Transaction = z.infer<typeof transactionSchema>

export type Ledger = {
  addOrder: (order: Omit<Order, 'kind' | 'orderCode'>) => Promise<Order>
  order: (orderCode: string) => Order | undefined
  /** Stores a new transaction, or a known one with its new state. */
  put: (transaction: Omit<Transaction, 'kind'>) => Promise<Transaction>
  transaction: (id: string) => Transaction | undefined
  paymentOf: (orderCode: string) => Transaction | undefined
}

/** The state of the test bank. With a file it survives a restart, like a real bank's. */
export async function openLedger(file?: string): Promise<Ledger> {
  const orders = new Map<string, Order>()
  const transactions = new Map<string, Transaction>()
  const remember = (entry: Order | Transaction) =>
    entry.kind === 'order' ? orders.set(entry.orderCode, entry) : transactions.set(entry.id, entry)
  const keep = async <Entry extends Order | Transaction>(entry: Entry): Promise<Entry> => {
    if (file) await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    remember(entry)
    return entry
  }
  for (const entry of file ? entriesIn(await readFile(file, 'utf8').catch(() => '')) : []) remember(entry)

  return {
    addOrder: (order) => keep({ kind: 'order', orderCode: newOrderCode(), ...order }),
    order: (orderCode) => orders.get(orderCode),
    put: (transaction) => keep({ kind: 'transaction', ...transaction }),
    transaction: (id) => transactions.get(id),
    paymentOf: (orderCode) =>
      [...transactions.values()].find((each) => each.orderCode === orderCode && each.statusId === 'F'),
  }
}

export const newTransactionId = (): string => randomUUID()

const newOrderCode = (): string =>
  `${randomInt(10_000_000, 99_999_999)}${String(randomInt(0, 100_000_000)).padStart(8, '0')}`

function entriesIn(text: string): (Order | Transaction)[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = entrySchema.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}
