set check_function_bodies = off;

create or replace function private.own_language(p_person_id uuid, p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select c.language from public.contacts c where c.id = p_person_id and private.is_client_language(c.language)),
    (select c.language from public.contacts c where c.id = p_contact_id and private.is_client_language(c.language)));
end $$;

create or replace function private.client_language(p_person_id uuid, p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    private.own_language(p_person_id, p_contact_id),
    (select s.language from public.company_settings s), 'en');
end $$;

create or replace function private.get_public_quotation(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select coalesce(v.chosen, v.snapshot) from public.quotation_versions v
         where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id),
      'client_language', private.own_language(v_row.person_id, v_row.contact_id))
    || private.order_of_quotation(v_row.id);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.own_language(pg_catalog.uuid,pg_catalog.uuid) is 'The language that a client chose: that of the contact person, else of the client; null where nobody chose one.';

reset check_function_bodies;
