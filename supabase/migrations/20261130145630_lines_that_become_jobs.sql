set check_function_bodies = off;

create or replace function private.job_lines_of(p_quotation uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see this quotation');
  return array(
    select i.id from public.quotation_items i where i.quotation_id = p_quotation and i.kind = 'item' and private.becomes_job(i) order by i.position);
end $$;

create or replace function private.check_prices_of_quotation(p_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lines constant text[] := array(
    select left(i.description, 60) from public.quotation_items i
     where i.quotation_id = p_id and i.kind = 'item'
       and (i.priced_qty <> i.qty
         or (i.unit_price > 0 and i.priced_size <> coalesce(private.size_key(i.width_mm, i.height_mm), '')
           and i.unit is distinct from 'hour' and private.unit_of_size(i.unit) is null))
     order by i.position);
begin
  if cardinality(v_lines) > 0 then
    perform private.must_say_yes('priced_for_another', case cardinality(v_lines)
      when 1 then format('The price of “%s” was calculated for another quantity or size. Send it anyway?', v_lines[1])
      else format('%s prices were calculated for another quantity or size. Send it anyway?', cardinality(v_lines)) end);
  end if;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.job_lines_of(uuid)');

comment on function private.job_lines_of(pg_catalog.uuid) is 'The lines of a quotation that become a job with the approval, an option once it is chosen. By private.becomes_job, which the sheet shows.';

comment on function public.job_lines_of(pg_catalog.uuid) is 'The lines of a quotation that become a job with the approval, an option once it is chosen. By private.becomes_job, which the sheet shows.';

reset check_function_bodies;
