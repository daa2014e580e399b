import { can, hasPermission, type Rights } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import type { TextRow } from './api/texts.query'

/** Whether a person writes the translations of a table: who changes its originals. The database decides. */
export function mayWrite(rights: Rights, source: string): boolean {
  if (source === 'policy_texts' || source === 'website_metadata_settings') return rights.role === 'admin'
  if (source === 'booking_types') return hasPermission(rights, 'manage_bookings')
  if (source === 'site_texts' || source === 'blog_posts' || source === 'banners')
    return hasPermission(rights, 'manage_website')
  return can(rights, 'markup-demo', 'edit')
}

/** Where a text is written that has a row of its own for each language; null where the person may not. */
export const elsewhere = (rights: Rights, row: TextRow): string | null =>
  row.source === 'email_templates'
    ? linkTo('/email-templates/edit/:id', { id: row.recordId })
    : row.source === 'quotation_terms' && rights.role === 'admin'
      ? `${linkTo('/settings/company')}#terms-heading`
      : null
