import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { suppliersKey } from './suppliers.query'

/** What came over the network and was not entered by itself, the oldest first. */
export const waitingReceiptsQuery = queryOptions({
  queryKey: [...suppliersKey, 'receipts'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('network_receipts')
      .select('id, sender, supplier_name, invoice_number, reason, file_path, received_at')
      .eq('status', 'waiting')
      .order('received_at')
      .limit(100)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
export type Receipt = Awaited<ReturnType<NonNullable<typeof waitingReceiptsQuery.queryFn>>>[number]

/** The file of a received message, for the form that enters it. */
export const receiptFileQuery = (id: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'receipts', id, 'file'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<File | null> => {
      const { data: receipt } = await db
        .from('network_receipts')
        .select('file_path')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (!receipt) return null
      const { data, error } = await (await db.storage()).from('supplier-invoices').download(receipt.file_path)
      if (error) throw new Error(error.message)
      return new File([data], receipt.file_path.split('/').at(-1) ?? 'invoice.xml', { type: 'application/xml' })
    },
  })

/** Says that a received message was entered as this invoice; null: it is put aside. */
export async function settleReceipt(id: string, invoiceId: string | null): Promise<void> {
  await db
    .rpc('settle_receipt', { p_id: id, ...(invoiceId === null ? {} : { p_supplier_invoice_id: invoiceId }) })
    .throwOnError()
}
