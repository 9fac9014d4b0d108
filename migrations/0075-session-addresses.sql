-- From which address somebody signed in, so that people recognize their sessions.
alter table sessions add column address text;

comment on column sessions.address is 'the IPv4 address, or the /64 network of the IPv6 address; null of sessions before this column';
