import { StaffScreen } from '@/features/people/staff/components/staff-screen'
import { linkTo, paths } from '../paths'

const auditHref = (id: string): string => linkTo(paths.auditLog, { id })

export const Component = () => <StaffScreen auditHref={auditHref} />
