/** What became of a paper in the network for electronic invoices, in words. */
type NetworkState = { label: string; color: string; says: string }

const states: Readonly<Record<string, NetworkState>> = {
  waiting: { label: 'Waiting', color: 'gray', says: 'It waits to be sent.' },
  sending: { label: 'Waiting', color: 'gray', says: 'It is being sent.' },
  sent: { label: 'Sent', color: 'blue', says: 'It is sent. The receiver’s access point has not answered yet.' },
  accepted: { label: 'Accepted', color: 'green', says: 'The receiver’s access point has it.' },
  rejected: { label: 'Rejected', color: 'red', says: 'The network rejected it.' },
  failed: { label: 'Not sent', color: 'red', says: 'It could not be sent.' },
}

/** The states in the order of their course. */
export const networkStates = ['waiting', 'sent', 'accepted', 'rejected', 'failed'].map((value) => ({
  value,
  label: states[value]?.label ?? value,
}))

/** A state of a paper in the network; null for one that was never sent there. */
export const networkStateOf = (status: string | null): NetworkState | null => states[status ?? ''] ?? null

/** Whether the next step is a person's: after a correction the paper is sent again. */
export const isUnreceived = (status: string | null): boolean => networkStateOf(status)?.color === 'red'

/** The profiles of electronic invoices, as a receiver asks for them. */
export const invoiceProfiles = [
  { value: 'peppol', label: 'Peppol BIS Billing 3' },
  { value: 'xrechnung', label: 'XRechnung' },
  { value: 'en16931', label: 'Plain EN 16931 (UBL)' },
  { value: 'factur_x', label: 'Factur-X, the PDF by mail' },
] as const
