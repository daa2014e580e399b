set check_function_bodies = off;

create or replace function private.tell_client_po() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event('invoice', new.id, 'client_po_changed',
    jsonb_build_object('from', coalesce(btrim(old.client_po), ''), 'to', coalesce(btrim(new.client_po), '')));
  return null;
end $$;

-- What is generated is not there yet before an update.
create or replace function private.guard_issued() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'state', 'gross', 'paid', 'credited', 'written_off', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at',
       'last_viewed_at', 'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by',
       'network_status')
     and not (changed.key = 'client_po' and tg_argv[0] = 'invoice' and coalesce(v_before ->> 'network_status', 'rejected') in ('rejected', 'failed'))
   order by changed.key = 'client_po' limit 1;
  if v_column = 'client_po' and tg_argv[0] = 'invoice' then
    raise exception using errcode = 'PT409', detail = v_column,
      message = 'This invoice is in the network with its order number: it can be changed when the network rejects it';
  elsif found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger tell_client_po after update of client_po on public.invoices
  for each row when (old.status not in ('draft', 'void') and new.client_po is distinct from old.client_po) execute function private.tell_client_po();

comment on function private.guard_issued() is 'For everybody, functions included: an issued paper keeps every column but what is computed about it and whom it belongs to. The client''s order number of an
invoice may come later, unless the invoice is in the network with it.';

comment on function private.tell_client_po() is 'The story of an issued invoice says that the client''s order number came or changed later.';

reset check_function_bodies;
