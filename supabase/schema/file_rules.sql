-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.file_rules (
  bucket text not null,
  command text not null,
  rule text not null,
  constraint file_rules_pkey PRIMARY KEY (bucket, command),
  constraint file_rules_command_is_known CHECK (command = ANY (ARRAY['select'::text, 'insert'::text, 'delete'::text]))
);
alter table private.file_rules enable row level security;
comment on table private.file_rules is 'What the policies of storage.objects for signed-in people are made of.';

CREATE OR REPLACE PROCEDURE private.file_rule(IN p_bucket text, IN p_command text, IN p_rule text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
begin
  insert into private.file_rules (bucket, command, rule) values (p_bucket, p_command, format('bucket_id = %L and (%s)', p_bucket, p_rule))
  on conflict (bucket, command) do update set rule = excluded.rule;
  call private.write_file_policies();
end $procedure$;
comment on procedure private.file_rule(IN p_bucket text, IN p_command text, IN p_rule text) is 'Gives a bucket its rule for select, insert or delete: SQL over the columns of storage.objects with full names of functions and
tables. Replaces the former rule of that bucket and command.';

CREATE OR REPLACE PROCEDURE private.write_file_policies()
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
declare
  v_old record;
  v_command text;
  v_rules text;
begin
  for v_old in
    select p.policyname, p.cmd, coalesce(p.with_check, p.qual) as rule from pg_catalog.pg_policies p
     where p.schemaname = 'storage' and p.tablename = 'objects' and p.roles = array['authenticated']::name[]
       and p.cmd in ('SELECT', 'INSERT', 'DELETE')
  loop
    if v_old.policyname not like 'people % files by the rules of their bucket' then
      insert into private.file_rules (bucket, command, rule) values (v_old.policyname, lower(v_old.cmd), v_old.rule)
      on conflict (bucket, command) do update set rule = excluded.rule;
    end if;
    execute format('drop policy %I on storage.objects', v_old.policyname);
  end loop;
  for v_command, v_rules in
    select r.command, string_agg('(' || r.rule || ')', ' or ' order by r.bucket) from private.file_rules r group by 1
  loop
    execute format('create policy %I on storage.objects for %s to authenticated %s (%s)',
      format('people %s files by the rules of their bucket',
        case v_command when 'select' then 'see' when 'insert' then 'upload' else 'remove' end),
      v_command, case v_command when 'insert' then 'with check' else 'using' end, v_rules);
  end loop;
end $procedure$;
comment on procedure private.write_file_policies() is 'Makes the policies of storage.objects from private.file_rules. Other policies for signed-in people become rules under their name.';
