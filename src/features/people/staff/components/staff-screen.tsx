import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordList } from '@/kit/list/record-list'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { colleagueList, managedList } from '../staff-list'
import { InviteDialog } from './invite-dialog'
import { PersonMenu } from './staff-person'

const empty = { icon: <IconUsers stroke={1.5} />, title: 'No staff yet' }

/** /staff: who works here. Holders of manage_user_roles also see clients and who was deactivated, and change both. */
export function StaffScreen() {
  const invite = useDialog('invite')
  const isManager = hasPermission(useRights(), 'manage_user_roles')
  return (
    <PageFrame
      title="Staff"
      lead="The people who work here and their roles."
      width="full"
      actions={
        isManager ? (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => invite.open()}>
            Invite
          </Button>
        ) : null
      }
    >
      {isManager ? (
        <RecordList list={managedList} empty={empty} rowActions={(account) => <PersonMenu account={account} />} />
      ) : (
        <RecordList list={colleagueList} empty={empty} />
      )}
      {invite.isOpen && isManager ? <InviteDialog onClose={invite.close} /> : null}
    </PageFrame>
  )
}
