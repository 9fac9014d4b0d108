<?php
/**
 * Prints the template for translations: `php tests/pot.php > languages/dakiya.pot`.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

/** The arguments of a call that are plain texts, from the token of its name on; null if it is no call. */
function text_arguments( array $tokens, int $at ): ?array {
	$texts = array();
	for ( $depth = 0, $index = $at + 1; $index < count( $tokens ); $index++ ) {
		$token = $tokens[ $index ];
		if ( $token->is( T_WHITESPACE ) || $token->is( ',' ) ) {
			continue;
		}
		if ( $token->is( '(' ) ) {
			++$depth;
		} elseif ( $token->is( ')' ) || ! $token->is( T_CONSTANT_ENCAPSED_STRING ) ) {
			return $depth > 0 ? $texts : null;
		} else {
			$texts[] = stripslashes( substr( $token->text, 1, -1 ) );
		}
	}
	return null;
}

$root    = dirname( __DIR__ );
$entries = array();
foreach ( array( "$root/dakiya.php", ...glob( "$root/includes/*.php" ) ) as $file ) {
	$tokens = PhpToken::tokenize( file_get_contents( $file ) );
	$note   = '';
	foreach ( $tokens as $at => $token ) {
		if ( $token->is( T_COMMENT ) && str_contains( $token->text, 'translators:' ) ) {
			$note = trim( $token->text, "/* \n" );
		}
		if ( ! $token->is( T_STRING ) || ! in_array( $token->text, array( '__', '_x', 'esc_html__', 'esc_attr__' ), true ) ) {
			continue;
		}
		$texts   = text_arguments( $tokens, $at );
		$context = '_x' === $token->text ? $texts[1] ?? '' : '';
		if ( null === $texts || 'dakiya' !== end( $texts ) ) {
			fwrite( STDERR, "$file:{$token->line}: a text has no text domain\n" );
			exit( 1 );
		}
		$entries[ $context . "\4" . $texts[0] ] ??= array( 'id' => $texts[0], 'context' => $context, 'note' => $note, 'places' => array() );
		$entries[ $context . "\4" . $texts[0] ]['places'][] = substr( $file, strlen( $root ) + 1 );
		$note = '';
	}
}

$quoted = static fn ( string $text ): string => '"' . addcslashes( $text, "\"\\\n" ) . '"';
echo "msgid \"\"\nmsgstr \"\"\n\"Project-Id-Version: Dakiya for WooCommerce\\n\"\n\"MIME-Version: 1.0\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"\n\"X-Domain: dakiya\\n\"\n";
foreach ( $entries as $entry ) {
	echo "\n", '' === $entry['note'] ? '' : "#. {$entry['note']}\n", '#: ', implode( ' ', array_unique( $entry['places'] ) ), "\n";
	echo '' === $entry['context'] ? '' : 'msgctxt ' . $quoted( $entry['context'] ) . "\n", 'msgid ', $quoted( $entry['id'] ), "\nmsgstr \"\"\n";
}
