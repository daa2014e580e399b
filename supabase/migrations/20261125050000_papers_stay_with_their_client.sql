-- A paper that somebody received stays with the client who received it, and what was signed stays as it was signed.

-- Extra work belongs to the client of the order, and a quotation that was sent opens by its old link for ever: with another
-- client the one would read the other's prices, sites and earlier versions.
create function private.keep_client_of_quotation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is for the client of its order. Please write a new quotation for another client.');
  elsif exists (select from public.quotation_versions v where v.quotation_id = old.id) then
    perform private.refuse('PT409', 'This quotation was sent to its client, who has the link. Please copy it for another client.');
  end if;
  return new;
end $$;
create trigger keep_client before update of contact_id on public.quotations for each row
  when (current_user in ('anon', 'authenticated') and old.contact_id is distinct from new.contact_id)
  execute function private.keep_client_of_quotation();

-- Only amend_order begins extra work: it asks whether the order may change, and takes its client.
create or replace function private.new_quotation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.quotation_number := private.draw_number('Q');
  new.status := 'draft';
  new.version := 1;
  new.net := 0;
  new.vat := 0;
  new.sent_at := null;
  new.first_viewed_at := null;
  new.last_viewed_at := null;
  new.decided_at := null;
  new.decided_name := null;
  new.decided_by := null;
  new.decided_ip := null;
  new.reject_reason := null;
  new.amends_order_id := null;
  return new;
end $$;

-- The client of a delivery reads it and its lines.
create function private.keep_client_of_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.order_id is not null and new.contact_id is distinct from old.contact_id then
    perform private.refuse('PT409', 'A delivery is for the client of its order');
  elsif old.status in ('partially_delivered', 'delivered') and (new.contact_id, new.project_title, new.location_id, new.method)
    is distinct from (old.contact_id, old.project_title, old.location_id, old.method)
  then
    perform private.refuse('PT409', 'Something of this delivery is handed over: what was signed stays as it is');
  end if;
  return new;
end $$;
create trigger keep_client before update on public.deliveries for each row
  when (current_user in ('anon', 'authenticated')) execute function private.keep_client_of_delivery();
-- Where it was handed over is said by the hand-over alone.
create trigger pin_place before update on public.deliveries for each row
  when (current_user in ('anon', 'authenticated')) execute function private.pin('lat', 'lng');

-- A new delivery has no van, no crew and no story yet: planning and handing over have functions of their own.
create or replace function private.new_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.delivery_number := private.draw_number('DN');
  new.public_uuid := gen_random_uuid();
  new.status := 'planned';
  new.order_id := null;
  new.delivered_at := null;
  new.received_by := null;
  new.last_drop_id := null;
  new.van_id := null;
  new.route_seq := null;
  new.crew := '{}';
  new.photo_paths := '{}';
  new.lat := null;
  new.lng := null;
  new.failed_at := null;
  new.failed_reason := null;
  return new;
end $$;

create or replace function private.new_drop() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.deliveries where id = new.delivery_id for no key update;
  new.seq := coalesce((select max(p.seq) from public.partial_deliveries p where p.delivery_id = new.delivery_id), 0) + 1;
  new.partial_number := (select d.delivery_number from public.deliveries d where d.id = new.delivery_id) || '/' || new.seq;
  new.status := 'planned';
  new.delivered_at := null;
  new.received_by := null;
  new.photo_paths := '{}';
  new.lat := null;
  new.lng := null;
  return new;
end $$;

create function private.guard_removed_drop() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'What was handed over is not removed';
end $$;
create trigger guard_removed before delete on public.partial_deliveries for each row
  when (current_user in ('anon', 'authenticated') and old.status = 'delivered') execute function private.guard_removed_drop();

-- With a job went its proofs and the client's signed answers to them, its checks and its panels.
create function private.guard_removed_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.order_id is not null or old.status not in ('new', 'cancelled')
    or exists (select from public.mockups m where m.job_id = old.id and m.sent_at is not null)
    or exists (select from public.job_steps s where s.job_id = old.id and s.status not in ('todo', 'skipped'))
  then
    raise insufficient_privilege using message = 'A job of an order, or one that was begun, is cancelled and not removed';
  end if;
  return old;
end $$;
create trigger guard_removed before delete on public.jobs for each row
  when (current_user in ('anon', 'authenticated')) execute function private.guard_removed_job();

create function private.keep_client_of_job() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = 'A job is for the client of its order or quotation';
end $$;
create trigger keep_client before update of contact_id on public.jobs for each row
  when (current_user in ('anon', 'authenticated') and (old.order_id is not null or old.quotation_id is not null)
    and old.contact_id is not null and old.contact_id is distinct from new.contact_id)
  execute function private.keep_client_of_job();

-- A line of a quotation with a job makes no other one: only the functions that make its job name it.
create or replace function private.new_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.job_number := private.draw_number('JOB');
  new.status := 'new';
  new.order_id := null;
  new.order_item_id := null;
  new.quotation_item_id := null;
  new.mockup_required := coalesce((select s.mockup_required from public.services s where s.id = new.service_id), false);
  new.mockup_status := null;
  new.hold_reason := null;
  new.held_from := null;
  new.remake_of := null;
  new.started_at := null;
  new.finished_at := null;
  return new;
end $$;

revoke execute on all routines in schema private from public;
