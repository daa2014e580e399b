set check_function_bodies = off;

create or replace function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_type public.booking_types;
  v_reach tstzrange;
begin
  select * into v_type from public.booking_types where slug = p_type and is_active;
  if v_type.id is null then
    return null;
  elsif p_from is null or p_from not between private.company_today() - 1 and private.company_today() + 200 then
    perform private.refuse('22023', 'Please choose a day within the next months');
  elsif p_days is null or p_days not between 1 and 62 then
    perform private.refuse('22023', 'Please ask for between 1 and 62 days');
  end if;
  v_reach := private.booking_reach(v_type);
  return jsonb_build_object(
    'zone', private.company_zone(),
    'today', private.company_today(),
    'last_day', private.company_today() + v_type.horizon_days,
    'slots', coalesce((
      with taken as materialized (
        select b.busy from public.bookings b
         where b.desk = v_type.desk and b.status in ('held', 'confirmed', 'done')
           and (b.status <> 'held' or b.held_until > now()) and b.public_uuid is distinct from p_holder
           and b.busy && tstzrange(p_from::timestamptz - interval '2 days', p_from::timestamptz + make_interval(days => p_days + 2)))
      select jsonb_agg(s.at order by s.at)
        from private.booking_starts(v_type, p_from, p_from + p_days - 1) as s(at)
       where s.at <@ v_reach
         and not exists (
           select from taken t
            where t.busy && tstzrange(s.at, s.at + make_interval(mins => v_type.minutes + v_type.gap_minutes), '[)'))), '[]'));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.free_slots(pg_catalog.text,pg_catalog.date,integer,pg_catalog.uuid) is 'The free times of an appointment from a day on (1 to 62 days), with the time zone of the company. What the caller holds counts as free. Null for an unknown type.';

comment on function public.free_slots(pg_catalog.text,pg_catalog.date,integer,pg_catalog.uuid) is 'The free times of an appointment from a day on (1 to 62 days), with the time zone of the company. What the caller holds counts as free. Null for an unknown type.';

revoke select on table public.company_settings from anon;

grant select (address) on public.company_settings to anon;

grant select (brand_color) on public.company_settings to anon;

grant select (city) on public.company_settings to anon;

grant select (country) on public.company_settings to anon;

grant select (currency) on public.company_settings to anon;

grant select (date_style) on public.company_settings to anon;

grant select (email) on public.company_settings to anon;

grant select (hour_style) on public.company_settings to anon;

grant select (id) on public.company_settings to anon;

grant select (logo_url) on public.company_settings to anon;

grant select (map_point) on public.company_settings to anon;

grant select (name) on public.company_settings to anon;

grant select (number_style) on public.company_settings to anon;

grant select (phone) on public.company_settings to anon;

grant select (postcode) on public.company_settings to anon;

grant select (registration_number) on public.company_settings to anon;

grant select (time_zone) on public.company_settings to anon;

grant select (vat_number) on public.company_settings to anon;

reset check_function_bodies;
