-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.spent_stamps (
  stamp text not null,
  form text not null,
  spent_at timestamp with time zone not null default clock_timestamp(),
  constraint spent_stamps_pkey PRIMARY KEY (stamp)
);
alter table private.spent_stamps enable row level security;
CREATE INDEX spent_stamps_form_spent_at_idx ON private.spent_stamps USING btree (form, spent_at);
CREATE INDEX spent_stamps_spent_at_idx ON private.spent_stamps USING btree (spent_at);
comment on table private.spent_stamps is 'Stamps of work that were taken within the last half hour: each opens a form once.';

CREATE OR REPLACE FUNCTION private.must_have_worked(p_form text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_headers constant json := nullif(current_setting('request.headers', true), '')::json;
  v_stamp constant text := v_headers ->> 'x-work';
  v_bits integer;
  v_is_good boolean := false;
begin
  -- A statement of the server itself has no headers; every request of a visitor has some.
  if v_headers is null or private.is_server() or private.is_staff() then
    return;
  end if;
  v_bits := private.work_bits(p_form);
  if v_stamp ~ '^[0-9]{10}\.[0-9a-f]{16,32}\.[0-9]{1,12}$' then
    v_is_good := abs(extract(epoch from clock_timestamp()) - split_part(v_stamp, '.', 1)::bigint) <= 600
      and ('x' || left(encode(sha256(convert_to(p_form || '.' || v_stamp, 'UTF8')), 'hex'), 8))::bit(32)::bigint
        < (1::bigint << (32 - v_bits));
  end if;
  if v_is_good then
    delete from private.spent_stamps
     where stamp in (select s.stamp from private.spent_stamps s where s.spent_at < clock_timestamp() - interval '30 minutes'
                      order by s.spent_at limit 200 for update skip locked);
    insert into private.spent_stamps (stamp, form) values (v_stamp, p_form) on conflict do nothing;
    v_is_good := found;
  end if;
  if not v_is_good then
    perform private.refuse('PT428', 'This could not be sent yet. Please send it once more.',
      jsonb_build_object('bits', v_bits, 'now', floor(extract(epoch from clock_timestamp())))::text);
  end if;
end $function$;
comment on function private.must_have_worked(p_form text) is 'Refuses a visitor (PT428) whose request brings no fresh stamp of work for this form in the header x-work: <seconds>.<salt>.<count>, whose SHA-256 with `<form>.` before it begins with private.work_bits zeros. The detail says how many, and the time. A stamp opens a form once, within ten minutes.';

CREATE OR REPLACE FUNCTION private.product_request_costs_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must_have_worked('ask_for_product');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.work_bits(p_form text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when count(*) >= 60 then 20 when count(*) >= 20 then 17 else 14 end
    from private.spent_stamps s where s.form = p_form and s.spent_at > clock_timestamp() - interval '10 minutes'
$function$;
comment on function private.work_bits(p_form text) is 'How many zero bits a stamp needs now: 14 (16,000 tries), more while a form gets more than people send: 17 from 20 in ten minutes, 20 from 60.';
