import { useParams } from 'react-router-dom'
import { AuditLogScreen } from '@/features/system/audit/components/audit-log-screen'

export function Component() {
  const { id = '' } = useParams()
  return <AuditLogScreen key={id} id={id} />
}
