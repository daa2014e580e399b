-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.decides_for_self(p_user_id uuid, p_right text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_user_id = auth.uid() and exists (select from unnest(private.holders_of(p_right)) as holder where holder <> auth.uid())
$function$;
comment on function private.decides_for_self(p_user_id uuid, p_right text) is 'The caller would decide about themselves though a colleague holds that right too. The only holder of a right decides alone.';

CREATE OR REPLACE FUNCTION private.refuse_own_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (tg_op <> 'INSERT' and private.decides_for_self(old.user_id, tg_argv[0]))
    or (tg_op <> 'DELETE' and private.decides_for_self(new.user_id, tg_argv[0]))
  then
    perform private.refuse('42501', format('A colleague changes your own %s', tg_argv[1]));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;
comment on function private.refuse_own_terms() is 'Arguments: the right that a colleague may hold, what the rows are called.';
