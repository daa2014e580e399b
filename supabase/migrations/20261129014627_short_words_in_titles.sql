set check_function_bodies = off;

-- It runs as its owner: under the policies of tasks PostgreSQL would read every task before it looks at the words.
create or replace function private.tasks_with(p_text text) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words constant text[] := private.patterns(p_text);
begin
  -- Two letters have no trigram: every text would be read.
  if char_length(v_words[1]) < 5 then
    return query select t.id from public.tasks t where t.search_text like all (v_words);
  else
    return query select w.task_id from private.task_words w where w.words like v_words[1] and w.words like all (v_words);
  end if;
end $$;

comment on function private.tasks_with(pg_catalog.text) is 'The tasks whose words hold every word of a text, whoever asks. Words of one or two letters alone are looked for in titles.';

comment on column public.tasks.search_text is 'The title without accents and capitals, for searches of one or two letters.';

reset check_function_bodies;
