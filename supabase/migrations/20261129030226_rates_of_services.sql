set check_function_bodies = off;

create or replace function private.follow_service_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_usual public.vat_rates;
  v_own public.vat_rates;
begin
  if new.kind <> 'item' or coalesce(new.service_id, new.inventory_item_id) is null then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if (new.service_id, new.inventory_item_id) is not distinct from (old.service_id, old.inventory_item_id)
      or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment) then
      return new;
    end if;
    v_usual := private.default_vat();
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_usual.rate, 0), coalesce(v_usual.treatment, 'standard')) then
      return new;
    end if;
  elsif new.vat_rate is not null or coalesce(new.vat_treatment, 'standard') <> 'standard' then
    return new;
  end if;
  select r.* into v_own from public.vat_rates r where r.id = coalesce(
    (select s.vat_rate_id from public.services s where s.id = new.service_id),
    (select i.vat_rate_id from public.inventory_items i where i.id = new.inventory_item_id));
  if found then
    new.vat_rate := v_own.rate;
    new.vat_treatment := v_own.treatment;
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger follow_service_rate before insert or update on public.quotation_items
  for each row execute function private.follow_service_rate();

comment on function private.follow_service_rate() is 'Before settle_line: a line of a service or material takes its rate, unless somebody chose one. A rate other than the usual one was chosen.';

reset check_function_bodies;
