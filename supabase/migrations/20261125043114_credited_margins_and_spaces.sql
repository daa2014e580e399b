set check_function_bodies = off;

-- Spaces at the ends of four texts had no limit.
alter table public.quotation_items disable trigger user;
update public.quotation_items set option_group = btrim(option_group) where char_length(option_group) > 120;
alter table public.quotation_items enable trigger user;
update public.email_templates set subject = btrim(subject) where char_length(subject) > 350;
alter table public.job_files disable trigger user;
update public.job_files set name = btrim(name) where char_length(name) > 300;
alter table public.job_files enable trigger user;
update public.vans set name = btrim(name) where char_length(name) > 80;

alter table public.email_templates drop constraint email_templates_subject_length;

alter table public.job_files drop constraint job_files_name_length;

alter table public.quotation_items drop constraint quotation_items_option_group_length;

alter table public.vans drop constraint vans_name_length;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric)
  language sql stable security definer set search_path = ''
as $$
  with job as (
    select j.id, j.order_item_id, j.remake_of is not null as is_remake, private.is_finished_job(j.status) as is_made
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), taken as (
    select m.job_id, sum(-m.qty * c.unit_cost) as cost
      from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
     where m.job_id in (select id from job) group by m.job_id
  ), worked as (
    select w.job_id, sum(private.cost_of_work(w.user_id, w.day, w.seconds)) as cost
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, array(select id from job)) as w
     where (select private.sees_labour_cost()) group by w.job_id
  ), booked as (
    select j.*, t.cost as material, w.cost as labour
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) filter (where not b.is_remake) as is_made,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.labour is not null) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), credited as (
    select b.order_item_id, sum(n.net) as net
      from public.credit_note_items n join public.invoice_items b on b.id = n.invoice_item_id
      join public.credit_notes c on c.id = n.credit_note_id and c.status not in ('draft', 'void')
     where b.order_id = any (p_orders) and b.order_item_id is not null group by b.order_item_id
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net - coalesce(r.net, 0) as net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from public.order_items i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
      left join credited r on r.order_item_id = i.id
     where i.order_id = any (p_orders) and i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, j.net,
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2)
    from judged j
$$;

alter table public.email_templates add constraint email_templates_subject_length CHECK (char_length(btrim(subject)) >= 1 AND char_length(btrim(subject)) <= 300 AND char_length(subject) <= 350 AND subject !~ '[\r\n]'::text);

alter table public.job_files add constraint job_files_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 255 AND char_length(name) <= 300);

alter table public.quotation_items add constraint quotation_items_option_group_length CHECK (char_length(btrim(option_group)) >= 1 AND char_length(btrim(option_group)) <= 100 AND char_length(option_group) <= 120);

alter table public.vans add constraint vans_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 60 AND char_length(name) <= 80);

comment on function private.is_bic(pg_catalog.text) is 'A bank identifier of ISO 9362: 8 or 11 signs. Agrees with bicProblem in src/shared/domain/money/iban.ts.';

comment on function private.is_email(pg_catalog.text) is 'Whether a text is one e-mail address, without a name. Agrees with isEmail in src/shared/domain/text/email.ts.';

comment on function private.is_iban(pg_catalog.text) is 'Upper case without blanks, as long as its country has it, and its check digits are right (ISO 13616, mod 97). Agrees with
ibanProblem in src/shared/domain/money/iban.ts.';

comment on function private.order_line_costs(pg_catalog.uuid[]) is 'What each line of orders brings and costs. net: of the line, less what credit notes took back of it. actual: all its jobs are ready and something is booked on them, so their material and work count. planned:
the cost of the quotation. Jobs that make pieces again are added to both. unknown: neither is known; the cost is null. What work costs
is a wage: who may not see it gets the planned cost and the material of remakes.';

comment on function private.tell_people(pg_catalog.uuid[],pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'A notice to these people, but not to who caused it; a click on it opens the record of that kind (src/shared/domain/records/record-kind.ts).';

reset check_function_bodies;
