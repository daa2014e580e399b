-- An appointment tells whoever has its link: the page follows the office as it follows a quotation. A time that is only
-- held has no page.
create or replace function private.is_public_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status <> 'cancelled'
       and (q.status <> 'draft' or exists (select from public.quotation_versions v where v.quotation_id = q.id)))
  or exists (select from public.orders o where o.public_uuid = p_uuid and o.link_revoked_at is null)
  or exists (select from public.deliveries d where d.public_uuid = p_uuid and d.link_revoked_at is null and d.status <> 'cancelled')
  or exists (select from public.invoices v where v.public_uuid = p_uuid and v.link_revoked_at is null and v.status not in ('draft', 'void'))
  or exists (select from public.credit_notes n where n.public_uuid = p_uuid and n.link_revoked_at is null and n.status not in ('draft', 'void'))
  or exists (select from public.statements s where s.public_uuid = p_uuid and s.link_revoked_at is null)
  or exists (select from public.payment_requests r where r.id = p_uuid)
  or exists (select from public.bookings b where b.public_uuid = p_uuid and b.status <> 'held')
$$;

call private.after_each_statement('public.bookings', 'nudge_document',
  $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);

revoke execute on all routines in schema private from public;
