-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.job_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view') or private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return (
    select jsonb_build_object('number', j.job_number, 'status', j.status, 'title', j.title, 'company', private.company_facts(),
      'client', coalesce(private.contact_facts(j.contact_id), jsonb_build_object('name', null, 'company', 'Work of the house', 'address', null,
        'city', null, 'postcode', null, 'country', null, 'vat_number', null)),
      'order_number', (select o.order_number from public.orders o where o.id = j.order_id), 'due_date', j.due_date,
      'promised_date', (select o.promised_date from public.orders o where o.id = j.order_id),
      'timing', (select t.timing from private.timings() t where t.kind = 'job' and t.id = j.id), 'qty', trim_scale(j.qty)::text,
      'unit', j.unit, 'width_mm', trim_scale(j.width_mm)::text, 'height_mm', trim_scale(j.height_mm)::text, 'instructions', j.details,
      'steps', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'work_centre', w.name, 'planned_minutes', trim_scale(s.planned_minutes)::text,
                 'status', s.status) order by s.position)
          from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id
         where s.job_id = j.id and s.status <> 'skipped'), '[]'),
      'materials', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'bin', i.bin, 'planned', private.qty_text(m.qty_planned, i.stock_unit)) order by i.name)
          from public.job_materials m join public.inventory_items i on i.id = m.item_id where m.job_id = j.id and m.qty_planned > 0), '[]'))
      from public.jobs j where j.id = p_id);
end $function$;
grant execute on function private.job_document(p_id uuid) to authenticated;
grant execute on function private.job_document(p_id uuid) to service_role;
comment on function private.job_document(p_id uuid) is 'What stands on the ticket of a job. Numbers are text. Null when it is not there.';
