import { Button, Group, Modal, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { invoiceProfiles } from '@/documents/network-states'
import page from '@/shared/ui/page/record-page.module.css'
import { useDialog } from '../dialog/use-dialog'
import { useLive } from '../live/use-live'
import { Facts } from '../record/record-page'
import { ReceiverForm } from './receiver-form'
import { receiverKey, receiverQuery } from './receiver.query'

/** On a contact's card: how the contact receives electronic invoices. */
export function ReceiverPanel({ contactId, mayEdit }: { contactId: string; mayEdit: boolean }) {
  const receiver = useQuery(receiverQuery(contactId))
  const editing = useDialog('electronic')
  useLive(receiverKey, [{ page: 'contacts', tables: ['electronic_receivers'] }])
  const { address = null, profile = null, buyer_reference = null } = receiver.data ?? {}
  return (
    <section className={page.panel} aria-labelledby="electronic-heading">
      <Group justify="space-between" mb="md">
        <Title order={2} id="electronic-heading">
          Electronic invoices
        </Title>
        {mayEdit ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => editing.open()}
          >
            Edit
          </Button>
        ) : null}
      </Group>
      <Facts
        of={{
          'Address in the network':
            address ?? (profile === 'xrechnung' ? 'None: XRechnung goes by mail' : 'None: they go by mail'),
          'Kind of file': invoiceProfiles.find(({ value }) => value === profile)?.label ?? null,
          [profile === 'xrechnung' ? 'Leitweg-ID' : 'Reference of the client']:
            buyer_reference ?? (profile === 'xrechnung' ? 'Missing: XRechnung needs it' : null),
        }}
      />
      <Modal opened={editing.isOpen} onClose={editing.close} title="Electronic invoices">
        <ReceiverForm contactId={contactId} onSaved={editing.close} onCancel={editing.close} />
      </Modal>
    </section>
  )
}
