import { describe, expect, it } from 'vitest';
import { forbiddenIn, isSvg } from './svg.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (content: string, attributes = '') => Buffer.from(`<svg ${NS}${attributes}>${content}</svg>`);

describe('an SVG is recognised', () => {
  it.each([
    `<svg ${NS}/>`,
    `\ufeff \r\n<svg>`,
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by <svg> hand -->\n<?a b?><svg:svg xmlns:svg="x"/>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><svg/>',
    '<!doctype svg[<!ENTITY a "b">]><svg/>',
  ])('in %j', (text) => {
    expect(isSvg(Buffer.from(text))).toBe(true);
  });

  it.each([
    '',
    '<',
    '<svgs/>',
    '<!-- <svg> ',
    '<!doctype html><svg/>',
    '<html><svg/></html>',
    'svg',
    '<?xml',
    `<!--${' '.repeat(20_000)}--><svg/>`,
  ])('not in %j', (text) => {
    expect(isSvg(Buffer.from(text))).toBe(false);
  });
});

describe('an SVG may hold', () => {
  it.each([
    '<defs><linearGradient id="g"><stop stop-color="#f00"/></linearGradient></defs><path fill="url(#g)" d="M0 0h1"/>',
    '<style>.a{fill:url( "#g" )}</style><g class="a" style="fill:url(&quot;#g&quot;)"/>',
    '<clipPath id="one"/><g clip-path="url(\'#one\')" data-on="1"/><textPath/><title>On sale @ 5</title>',
  ])('%s', (content) => {
    expect(forbiddenIn(svg(content, ' xmlns:xlink="http://www.w3.org/1999/xlink"'))).toBeNull();
  });
});

describe('an SVG may not hold', () => {
  it.each([
    ['<a href="https://evil.example"/>', 'href'],
    ['<use xlink:href="#a"/>', 'href'],
    ["<image x='1'HREF\n= 'file:///etc/passwd'/>", 'href'],
    ['<!-- <image href="x"/> -->', 'href'],
    ['<style>@import "https://evil.example/a.css";</style>', '@import'],
    ['<style>@\\69 mport "a.css";</style>', '@import'],
    ['<style>&#64;&#x69;mport "a.css";</style>', '@import'],
    ['<script>alert(1)</script>', '<script>'],
    ['<svg:SCRIPT/>', '<SCRIPT>'],
    ['<foreignObject><p/></foreignObject>', '<foreignObject>'],
    ['<text>Chai</text>', '<text>'],
    ['<g onclick="alert(1)"/>', 'onclick'],
    ['<g a=""onbegin\n="alert(1)"/>', 'onbegin'],
    ['<rect fill="url(https://evil.example/a.svg#g)"/>', 'url()'],
    ['<rect style="fill:URL( \'//evil.example\' )"/>', 'url()'],
    ['<style>a{fill:\\75rl(data:x)}</style>', 'url()'],
  ])('%s', (content, found) => {
    expect(forbiddenIn(svg(content))).toBe(found);
  });

  it.each([
    [`<!DOCTYPE svg><svg ${NS}/>`, '<!DOCTYPE>'],
    [`<!doctype svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg ${NS}>&b;</svg>`, '<!DOCTYPE>'],
    [`<?xml-stylesheet href="a.css"?><svg ${NS}/>`, 'href'],
    [`<?xml version="1.0" encoding="UTF-7"?><svg ${NS}/>`, 'encoding'],
    [Buffer.from(`<svg ${NS}><title>caf\u00e9</title></svg>`, 'latin1'), 'encoding'],
  ])('%s', (file, found) => {
    expect(forbiddenIn(Buffer.from(file))).toBe(found);
  });
});
