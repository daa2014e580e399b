import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { can } from '@/shared/domain/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/ui/current-user'

/** The way to the bank statements, for who may see payments. */
export const BankButton = () =>
  can(useRights(), 'payments', 'view') ? (
    <Button
      component={Link}
      to={linkTo('/payments/bank-import')}
      variant="default"
      leftSection={<IconBuildingBank size={18} aria-hidden />}
    >
      Bank statements
    </Button>
  ) : null
