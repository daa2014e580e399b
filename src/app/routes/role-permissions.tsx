import { RolePermissionsScreen } from '@/features/system/role-permissions/components/role-permissions-screen'
import { linkTo, paths } from '../paths'

const auditHref = (id: string): string => linkTo(paths.auditLog, { id })

export const Component = () => <RolePermissionsScreen auditHref={auditHref} />
