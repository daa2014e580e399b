import { Alert, List, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Billed, lacksOfDraft } from '@/documents/electronic/billed'
import { ReceiverForm } from '@/kit/network/receiver-form'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { accountsKey } from '../keys'

/**
 * What a draft lacks for the kind of file that its client receives, before it is issued; with the form of the client where a
 * value of the client is missing. Nothing for a client whose papers go by mail.
 */
export function DraftLacks({ billed, contactId }: { billed: Billed | null | undefined; contactId: string }) {
  const mayEdit = can(useRights(), 'contacts', 'edit')
  const queryClient = useQueryClient()
  const receiver = billed?.document.receiver
  if (!billed || !receiver?.profile || (receiver.address === null && receiver.profile === 'factur_x')) return null
  const lacks = lacksOfDraft(billed)
  if (lacks.length === 0) return null
  return (
    <Alert color="yellow" title="Before it goes over the network">
      <List size="sm" spacing={4} mb="sm">
        {lacks.map(({ says }) => (
          <List.Item key={says}>{says}</List.Item>
        ))}
      </List>
      {lacks.some(({ isOfReceiver }) => isOfReceiver) ? (
        mayEdit ? (
          <ReceiverForm
            contactId={contactId}
            onSaved={() => void queryClient.invalidateQueries({ queryKey: accountsKey })}
          />
        ) : (
          <Text size="sm" mt="xs">
            Somebody who may change contacts enters it on the card of the client.
          </Text>
        )
      ) : null}
    </Alert>
  )
}
