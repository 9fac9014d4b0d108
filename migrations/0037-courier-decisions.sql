-- Decisions about failed deliveries of which a courier says later what came of them.

create type courier_decision_action as enum ('reattempt', 'initiate_rto');

create type courier_decision_state as enum ('pending', 'accepted', 'refused', 'unanswered');

create table courier_decisions (
  account_id uuid not null,
  shipment_id uuid not null,
  decision_id uuid not null,
  asked_at timestamptz(3) not null,
  settled_at timestamptz(3),
  next_try_at timestamptz(3),
  tries integer not null default 0,
  action courier_decision_action not null,
  state courier_decision_state not null default 'pending',
  courier_action_id text not null,
  reason text,
  primary key (account_id, shipment_id, decision_id)
);

create index courier_decisions_to_ask on courier_decisions (next_try_at) where next_try_at is not null;

comment on column courier_decisions.courier_action_id is 'by which the courier is asked what came of it';
comment on column courier_decisions.next_try_at is 'when the courier is asked; null once it has answered';
comment on column courier_decisions.reason is 'what the courier had against it, as what follows its name';
