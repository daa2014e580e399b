-- The events of a calendar feed say where they are, so that a phone offers the way there.

create function private.calendar_place(p_kind text, p_id uuid) returns text
language sql stable set search_path = '' as $$
  select nullif(concat_ws(', ', nullif(btrim(p.address), ''), nullif(btrim(p.postcode), ''), nullif(btrim(p.city), ''),
           nullif(btrim(p.country), '')), '')
    from (
      select coalesce(l.address, l.label), l.postcode, l.city, l.country
        from public.deliveries d join public.locations l on l.id = d.location_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.method <> 'pickup'
      union all
      select c.address_line, c.postcode, c.city, c.country
        from public.deliveries d join public.contacts c on c.id = d.contact_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.location_id is null and d.method <> 'pickup'
      union all
      select case t.place when 'client' then b.address else s.address end, case when t.place = 'here' then s.postcode end,
             case when t.place = 'here' then s.city end, case when t.place = 'here' then s.country end
        from public.bookings b join public.booking_types t on t.id = b.type_id cross join public.company_settings s
       where p_kind = 'booking' and b.id = p_id and t.place <> 'call'
    ) as p (address, postcode, city, country)
$$;
comment on function private.calendar_place(text, uuid) is
  'Where an entry of the calendar takes place, as a map finds it, by the rights of the caller; null where it has no place or is by telephone.';
revoke execute on function private.calendar_place(text, uuid) from public, anon;
grant execute on function private.calendar_place(text, uuid) to authenticated;

create or replace function public.get_calendar_feed(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_feed jsonb := private.open_calendar_feed(p_token);
  v_role constant text := current_setting('role');
  v_claims constant text[] := array[current_setting('request.jwt.claims', true), current_setting('request.jwt.claim.sub', true),
    current_setting('request.jwt.claim.role', true)];
  v_today date;
  v_person uuid;
  v_entries jsonb;
begin
  if v_feed is null then
    return null;
  end if;
  v_today := (v_feed ->> 'today')::date;
  v_person := (v_feed ->> 'user_id')::uuid;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_person, 'role', 'authenticated')::text, true),
    set_config('request.jwt.claim.sub', v_person::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
  select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'id', e.id, 'title', e.title, 'detail', e.detail, 'number', e.number,
           'starts_at', e.starts_at, 'ends_at', e.ends_at, 'first_day', e.first_day, 'last_day', e.last_day, 'status', e.status, 'amount', e.amount,
           'parent_id', e.parent_id, 'place', private.calendar_place(e.kind, e.id))), '[]')
    into v_entries
    from public.calendar_entries(v_today - 30, v_today + 300, array(select jsonb_array_elements_text(v_feed -> 'kinds')),
      case when (v_feed ->> 'only_mine')::boolean then array[v_person] end) as e;
  perform set_config('role', v_role, true), set_config('request.jwt.claims', coalesce(v_claims[1], ''), true),
    set_config('request.jwt.claim.sub', coalesce(v_claims[2], ''), true), set_config('request.jwt.claim.role', coalesce(v_claims[3], ''), true);
  return v_feed - 'user_id' - 'today' || jsonb_build_object('entries', v_entries);
end $function$;
