import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endpointFrom, isAddressScheme } from '@/documents/electronic/codes'
import { leitwegProblems } from '@/documents/electronic/leitweg'
import { invoiceProfiles } from '@/documents/network-states'
import { choice } from '../fields/choice-fields'
import { defineFields } from '../fields/field'
import { text } from '../fields/text-fields'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'
import { insertRow, saveVersioned } from '../save/save-row'
import { type Receiver, receiverKey, receiverQuery } from './receiver.query'

/** Why this is no address in the network; null where it is one. */
export function addressProblem(typed: string): string | null {
  const endpoint = endpointFrom(typed.replace(/\s/g, ''))
  if (!endpoint) return 'An address has a list of four digits, a colon and a number, such as 9930:DE123456789'
  if (!isAddressScheme(endpoint.scheme)) return `The network has no list ${endpoint.scheme}`
  return /^[A-Za-z0-9][A-Za-z0-9.:_+-]{0,60}$/.test(endpoint.id)
    ? null
    : 'The number of an address has letters, digits, points and dashes'
}

/** An address in the network. */
export const networkAddress = (label: string, help: string) =>
  text(label, { max: 70, help, check: addressProblem, stored: (typed) => typed.replace(/\s/g, '') })

const fields = defineFields({
  address: networkAddress('Address in the network', 'List and number, such as 9930:DE123456789. Empty: by mail alone.'),
  profile: choice('Kind of file', invoiceProfiles, { required: true, initial: 'peppol' }),
  buyer_reference: text('Reference of the client', {
    max: 100,
    help: 'It stands on every electronic invoice. XRechnung needs the Leitweg-ID here, such as 04011000-1234512345-06.',
  }),
})

type ReceiverFormProps = { contactId: string; onSaved: () => void; onCancel?: () => void }

/** The form for how a contact receives electronic invoices. */
export function ReceiverForm(props: ReceiverFormProps) {
  const receiver = useQuery(receiverQuery(props.contactId))
  if (receiver.isPending) return <Skeleton height={180} aria-hidden />
  return <OpenForm {...props} receiver={receiver.data ?? null} />
}

function OpenForm({ contactId, receiver, onSaved, onCancel }: ReceiverFormProps & { receiver: Receiver | null }) {
  const form = useRecordForm({
    fields,
    name: `receiver-${contactId}`,
    ...(receiver ? { stored: receiver } : { isNew: true }),
    queryKey: receiverKey,
    // The Leitweg-ID may come later: issuing asks for it.
    check: leitwegProblems,
    save: async (values) =>
      receiver
        ? saveVersioned({ table: 'electronic_receivers', what: 'this address', row: receiver, values })
        : insertRow({
            table: 'electronic_receivers',
            what: 'an address',
            values: { ...values, contact_id: contactId },
          }),
    onSaved,
  })
  return (
    <RecordForm
      form={form}
      label="Electronic invoices"
      submitLabel="Save"
      isPlain
      {...(onCancel ? { onCancel } : {})}
    />
  )
}
