-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.guard_removed_drop()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using message = 'What was handed over is not removed';
end $function$;

CREATE OR REPLACE FUNCTION private.guard_removed_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.order_id is not null or old.status not in ('new', 'cancelled')
    or exists (select from public.mockups m where m.job_id = old.id and m.sent_at is not null)
    or exists (select from public.job_steps s where s.job_id = old.id and s.status not in ('todo', 'skipped'))
  then
    raise insufficient_privilege using message = 'A job of an order, or one that was begun, is cancelled and not removed';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_client_of_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.order_id is not null and new.contact_id is distinct from old.contact_id then
    perform private.refuse('PT409', 'A delivery is for the client of its order');
  elsif old.status in ('partially_delivered', 'delivered') and (new.contact_id, new.project_title, new.location_id, new.method)
    is distinct from (old.contact_id, old.project_title, old.location_id, old.method)
  then
    perform private.refuse('PT409', 'Something of this delivery is handed over: what was signed stays as it is');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_client_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT409', message = 'A job is for the client of its order or quotation';
end $function$;

CREATE OR REPLACE FUNCTION private.keep_client_of_quotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is for the client of its order. Please write a new quotation for another client.');
  elsif exists (select from public.quotation_versions v where v.quotation_id = old.id) then
    perform private.refuse('PT409', 'This quotation was sent to its client, who has the link. Please copy it for another client.');
  end if;
  return new;
end $function$;
