-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.calendar_place(p_kind text, p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.calendar_place(p_kind text, p_id uuid) to authenticated;
comment on function private.calendar_place(p_kind text, p_id uuid) is 'Where an entry of the calendar takes place, as a map finds it, by the rights of the caller; null where it has no place or is by telephone.';
