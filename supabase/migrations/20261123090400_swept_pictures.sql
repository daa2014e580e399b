-- A function that signs pictures or draws a PDF reads by the service key: that is no visit of a client.
create or replace function private.log_view(p_kind text, p_record_id uuid, p_visit text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_visit text := left(coalesce(nullif(btrim(p_visit), ''),
    to_char(date_trunc('hour', now()), 'YYYYMMDDHH24') || ' ' || coalesce(host(private.client_address()), '')), 100);
begin
  if private.is_staff() or private.is_server() or coalesce(current_setting('signwright.writes_mail', true), '') = 'on' then
    return false;
  end if;
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  values (p_kind, p_record_id, 'viewed', auth.uid(), private.person_label(auth.uid()), jsonb_build_object('visit', v_visit))
  on conflict (kind, record_id, (meta ->> 'visit')) where type = 'viewed' do nothing;
  return found;
end $$;
comment on function private.log_view is
  'A client opened a document: one event a visit, or one an hour and address where the page names no visit. Staff and the '
  'server leave none. True when the event is new.';

-- Pictures of lines that no line and no version names.
create table private.swept_pictures (
  name text primary key,
  swept_at timestamptz not null default now()
);
alter table private.swept_pictures enable row level security;
comment on table private.swept_pictures is 'Files of line-pictures that are being removed: no line may name them any more.';

create index quotation_items_picture_path_idx on public.quotation_items (picture_path) where picture_path is not null;

create or replace function private.check_line_picture() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.kind <> 'item' then
    new.picture_path := null;
  elsif new.picture_path is not null and (tg_op = 'INSERT' or new.picture_path is distinct from old.picture_path)
    and (not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = new.picture_path)
      or exists (select from private.swept_pictures s where s.name = new.picture_path))
  then
    perform private.refuse('22023', 'This picture is not there. Please upload it again.');
  end if;
  return new;
end $$;

create function public.take_orphaned_pictures(p_older_than interval default '7 days', p_most integer default 100)
  returns setof text
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Pictures younger than 24 hours may belong to a line that is being written';
  end if;
  -- Whoever is naming a picture now is waited for, and whoever comes later finds it swept.
  lock table public.quotation_items in share row exclusive mode;
  delete from private.swept_pictures s
   where not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = s.name);
  insert into private.swept_pictures (name)
    select o.name from storage.objects o
     where o.bucket_id = 'line-pictures'
       and o.created_at < now() - p_older_than
       and not exists (select from public.quotation_items i where i.picture_path = o.name)
       and not exists (select from public.order_items i where i.picture_path = o.name)
       and not exists (select from public.invoice_items i where i.picture_path = o.name)
       and not exists (select from public.credit_note_items i where i.picture_path = o.name)
       and not exists (select from public.quotation_versions v, jsonb_array_elements(v.snapshot -> 'lines') as line
         where line ->> 'picture_path' = o.name)
       and not exists (select from private.swept_pictures s where s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_pictures s order by s.swept_at, s.name limit greatest(p_most, 0);
end $$;
comment on function public.take_orphaned_pictures is
  'Names of pictures that no line and no version names, none younger than 24 hours; from now on no line may name them. The '
  'caller removes them by the storage API. What it did not remove is named again by the next call.';
revoke all on function public.take_orphaned_pictures from public, anon, authenticated;
grant execute on function public.take_orphaned_pictures to service_role;
