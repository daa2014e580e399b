export { RolePermissionsScreen as Component } from '@/features/role-permissions/components/role-permissions-screen'
