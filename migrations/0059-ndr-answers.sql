-- Who answers a failed delivery: two people who answer the same one learn of each other.

create table ndr_answers (
  account_id uuid not null,
  shipment_id uuid not null,
  answer_id uuid not null,
  answered_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  actor_id uuid,
  attempt smallint not null,
  action courier_decision_action not null,
  actor_kind text not null,
  actor_name text not null,
  primary key (account_id, shipment_id, answer_id)
);

create unique index ndr_answer_of_shipment_is_one on ndr_answers (account_id, shipment_id) where claimed_until is not null;

comment on table ndr_answers is 'a row is made before the courier is asked, and removed where the courier does not do it';
comment on column ndr_answers.claimed_until is 'until then a process asks the courier, and nobody else does; null once it was done';
comment on column ndr_answers.attempt is 'which time out for delivery had failed';

alter table customer_requests
  add column claimed_by text,
  add column decided_by_kind text,
  add column decided_by_id uuid;

comment on column customer_requests.claimed_by is 'the name of who is at it while claimed_until lasts';
comment on column customer_requests.decided_by_id is 'with decided_by_kind: who decided; null in requests decided before these columns came';
