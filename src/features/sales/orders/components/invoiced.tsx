import { ShareBar } from '@/kit/record/share-bar'

type InvoicedProps = { of: { invoiced_pct: string; drafted_pct: string }; width: number }

/** The invoiced share of an order; what only a draft bills is said apart. */
export const Invoiced = ({ of, width }: InvoicedProps) => (
  <ShareBar label="Invoiced" share={Number(of.invoiced_pct)} draft={Number(of.drafted_pct)} width={width} />
)
