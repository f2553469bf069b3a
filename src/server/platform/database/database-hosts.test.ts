import { expect, test } from 'vitest';
import { readDatabaseHosts } from '#server/platform/database/database-hosts.ts';

const read = (url: string) => readDatabaseHosts(url);

test('a URL with one host stays as it is', () => {
  const url = 'postgres://u:p%40ss@db.example:5433/greenlot?sslmode=require';
  expect(read(url)).toEqual({ urls: [url], connectMs: undefined });
  expect(read('postgresql://db/greenlot').urls).toEqual(['postgresql://db/greenlot']);
  const at = 'postgres://u:p@ss@db/greenlot';
  expect(read(at).urls).toEqual([at]);
  const socket = 'postgres://u@localhost/greenlot?host=%2Fvar%2Frun%2Fpostgresql';
  expect(read(socket).urls).toEqual([socket]);
});

test('several hosts become one URL each, in their order, and parameters of libpq take effect', () => {
  const { urls, connectMs } = read(
    'postgres://u:p@a:5432,b,[::1]:5434/greenlot?target_session_attrs=read-write&connect_timeout=3&sslmode=require',
  );
  expect(urls).toEqual([
    'postgres://u:p@a:5432/greenlot?sslmode=require',
    'postgres://u:p@b/greenlot?sslmode=require',
    'postgres://u:p@[::1]:5434/greenlot?sslmode=require',
  ]);
  expect(connectMs).toBe(3_000);
});

test('hosts and ports may be parameters', () => {
  expect(read('postgres://u@/x?host=a,b&port=1,2').urls).toEqual(['postgres://u@a:1/x', 'postgres://u@b:2/x']);
  expect(read('postgres://u@a,b:6/x?port=7').urls).toEqual(['postgres://u@a:7/x', 'postgres://u@b:6/x']);
  expect(read('postgres://u@/x?host=a,b&port=7').urls).toEqual(['postgres://u@a:7/x', 'postgres://u@b:7/x']);
});

test('hosts can be tried in random order', () => {
  const { urls } = read('postgres://u@a,b,c/x?load_balance_hosts=random');
  expect(urls.toSorted()).toEqual(['postgres://u@a/x', 'postgres://u@b/x', 'postgres://u@c/x']);
});

test.each([
  ['mysql://u@a/x', 'not a database URL'],
  ['postgres://u@a,b:port/x', 'one of the hosts or ports is not correct'],
  ['postgres://u@a/x?hostaddr=10.0.0.1', 'the parameter hostaddr is not supported'],
  ['postgres://u@a,b/x?target_session_attrs=prefer-standby', 'may lead to a standby'],
  ['postgres://u@a,b/x?load_balance_hosts=on', 'load_balance_hosts=on is not supported'],
  ['postgres://u@a/x?connect_timeout=soon', 'connect_timeout is not a whole number'],
])('refuses %s: %s', (url, reason) => {
  expect(() => read(url)).toThrow(reason);
});
