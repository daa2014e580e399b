import type { PageAction, PagePermission } from './permission'

export const pageActions: readonly PageAction[] = ['view', 'create', 'edit', 'delete']

/** The four rights of a role on a page. A missing row grants none (spec 1 §6). */
export const rightsOn = (rows: readonly PagePermission[], page: string): PagePermission =>
  rows.find(({ page_name }) => page_name === page) ?? {
    page_name: page,
    can_view: false,
    can_create: false,
    can_edit: false,
    can_delete: false,
  }

/**
 * The rights on a page after one was granted or revoked. Granting any right grants the view right too; revoking the
 * view right revokes all.
 */
export function withRight(rights: PagePermission, action: PageAction, allowed: boolean): PagePermission {
  if (action === 'view' && !allowed)
    return { ...rights, can_view: false, can_create: false, can_edit: false, can_delete: false }
  return { ...rights, can_view: allowed || rights.can_view, [`can_${action}`]: allowed }
}
