set check_function_bodies = off;

create or replace function private.calendar_place(p_kind text, p_id uuid) returns text
language sql stable set search_path = '' as $$
  select nullif(concat_ws(', ', nullif(btrim(p.address), ''), nullif(btrim(p.postcode), ''), nullif(btrim(p.city), ''),
           nullif(btrim(p.country), '')), '')
    from (
      select coalesce(l.address, l.label), l.postcode, l.city, l.country
        from public.deliveries d join public.locations l on l.id = d.location_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.method not in ('pickup', 'electronic')
      union all
      select c.address_line, c.postcode, c.city, c.country
        from public.deliveries d join public.contacts c on c.id = d.contact_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.location_id is null and d.method not in ('pickup', 'electronic')
      union all
      -- The work of a van's crew is where the order is fitted or brought, else at the client's.
      select coalesce(l.address, l.label, c.address_line), case when l.id is null then c.postcode else l.postcode end,
             case when l.id is null then c.city else l.city end, case when l.id is null then c.country else l.country end
        from public.job_steps s join public.work_centres w on w.id = s.work_centre_id and w.kind = 'vehicle'
        join public.jobs j on j.id = s.job_id
        left join lateral (
          select d.location_id, d.contact_id from public.deliveries d
           where d.order_id = j.order_id and d.method not in ('pickup', 'electronic') and d.status <> 'cancelled'
           order by d.method = 'installation' desc, d.status = 'delivered', d.scheduled_at nulls last, d.id limit 1) d on true
        left join public.locations l on l.id = d.location_id
        left join public.contacts c on c.id = coalesce(d.contact_id, j.contact_id)
       where p_kind = 'step' and s.id = p_id
      union all
      select case t.place when 'client' then b.address else s.address end, case when t.place = 'here' then s.postcode end,
             case when t.place = 'here' then s.city end, case when t.place = 'here' then s.country end
        from public.bookings b join public.booking_types t on t.id = b.type_id cross join public.company_settings s
       where p_kind = 'booking' and b.id = p_id and t.place <> 'call'
    ) as p (address, postcode, city, country)
$$;

reset check_function_bodies;
