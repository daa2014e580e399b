-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid DEFAULT NULL::uuid, p_minutes integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.deliveries;
  v_taken text;
begin
  perform private.must('deliveries', 'edit', 'move deliveries');
  if p_starts_at is null then
    perform private.refuse('22023', 'Please choose when the van goes');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plan the road', 0));
  select * into v_row from public.deliveries where id = p_id;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.van_id is not distinct from p_van_id then
    perform private.reschedule_delivery(p_id, p_mark, p_starts_at, p_minutes);
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', private.status_in_words(v_row.status)));
  end if;
  perform private.route_delivery(p_id, private.day_of(p_starts_at), p_van_id);
  select * into v_row from public.deliveries where id = p_id;
  perform private.reschedule_delivery(p_id, private.plan_mark(v_row), p_starts_at, p_minutes);
  -- Where only the van changed, the time was not asked about again.
  select * into v_row from public.deliveries where id = p_id;
  v_taken := private.taken_on_the_road(v_row);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
end $function$;
grant execute on function private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer) to authenticated;
comment on function private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer) is 'Moves a delivery or an installation to a van, or to none, and to a time. p_mark: how the caller saw its plan. Refused in words where somebody moved it meanwhile, where the van cannot take it, and where van or crew are busy.';
