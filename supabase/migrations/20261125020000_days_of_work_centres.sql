-- A machine that stands still on Saturdays has no capacity on them.

alter table public.work_centres add column work_days smallint[] not null default '{1,2,3,4,5,6,7}';
alter table public.work_centres add constraint work_centres_work_days_are_weekdays
  check (cardinality(work_days) between 1 and 7 and work_days <@ '{1,2,3,4,5,6,7}'::smallint[]);
call private.refuse_hostile_values('public.work_centres');
comment on column public.work_centres.work_days is 'The days of the week on which it works: 1 is Monday, 7 is Sunday.';
