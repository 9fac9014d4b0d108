<?php
/**
 * The tests of the plugin: `php tests/run.php`. With `DAKIYA_URL` and `DAKIYA_KEY` it also asks that service.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

error_reporting( E_ALL );
set_error_handler(
	static function ( int $code, string $message, string $file, int $line ): bool {
		return 0 === ( error_reporting() & $code ) ? true : throw new ErrorException( $message, 0, $code, $file, $line );
	}
);

require __DIR__ . '/stand-ins.php';
require dirname( __DIR__ ) . '/dakiya.php';
do_action( 'woocommerce_shipping_init' );

const SERVICE = array(
	'service_code'        => 'standard',
	'service_name'        => 'Standard delivery',
	'price'               => 49,
	'cod_charges'         => 31.3,
	'first_delivery_date' => '2026-11-20',
	'last_delivery_date'  => '2026-11-22',
);

$passed = 0;
$failed = 0;

function test( string $name, Closure $test ): void {
	global $passed, $failed;
	foreach ( array( 'transients', 'cache', 'session', 'packages', 'products', 'notices', 'log', 'requests' ) as $part ) {
		Shop::$$part = array();
	}
	Shop::$options = array(
		'woocommerce_dakiya_settings' => array( 'url' => 'https://ship.example.in/', 'key' => 'dky_1' ),
		'woocommerce_dakiya_3_settings' => array( 'fallback' => '80' ),
	);
	Shop::$network   = answering( array( SERVICE ) );
	Shop::$has_nonce = true;
	$_POST           = array();
	try {
		$test();
		++$passed;
		echo "ok      $name\n";
	} catch ( Throwable $error ) {
		++$failed;
		echo "FAILED  $name: {$error->getMessage()} (" . basename( $error->getFile() ) . ":{$error->getLine()})\n";
	}
}

function same( mixed $actual, mixed $expected ): void {
	if ( $actual !== $expected ) {
		throw new Exception( 'expected ' . var_export( $expected, true ) . ', got ' . var_export( $actual, true ) );
	}
}

/** A network on which the service answers with these services. */
function answering( array $services, ?string $reason = null ): Closure {
	$body = json_encode( array( 'data' => array( 'services' => $services, 'reason' => $reason ) ) );
	return static fn (): array => array( 'response' => array( 'code' => 200 ), 'body' => $body );
}

function package( array $contents = array(), array $destination = array() ): array {
	return array(
		'contents'    => $contents ?: array( 'a' => line( new WC_Product( 7, 249.5, '250', array( '200', '150', '50' ), 'CHAI-250' ), 2 ) ),
		'destination' => $destination + array( 'country' => 'IN', 'postcode' => '560 038' ),
	);
}

function line( WC_Product $product, int $quantity ): array {
	return array( 'data' => $product, 'quantity' => $quantity, 'line_total' => $product->price * $quantity, 'line_tax' => 10.0 );
}

/** What a customer in zone 3 is offered: cost by id. */
function offered( array $package ): array {
	$rates = ( new Dakiya_Shipping_Method( 3 ) )->get_rates_for_package( $package );
	return array_map( static fn ( WC_Shipping_Rate $rate ): string => $rate->cost, $rates );
}

test( 'says that it is compatible with order tables and the block checkout', function (): void {
	do_action( 'before_woocommerce_init' );
	same( Shop::$compatible, array( 'custom_order_tables' => true, 'cart_checkout_blocks' => true ) );
	same( apply_filters( 'woocommerce_shipping_methods', array() ), array( 'dakiya' => 'Dakiya_Shipping_Method' ) );
} );

test( 'asks for the cart and offers the services with their days', function (): void {
	$rates = ( new Dakiya_Shipping_Method( 3 ) )->get_rates_for_package( package() );
	same( array_keys( $rates ), array( 'dakiya:3:standard' ) );
	$rate = $rates['dakiya:3:standard'];
	same( array( $rate->label, $rate->cost ), array( 'Standard delivery (20 Nov – 22 Nov)', '49.00' ) );
	same( $rate->get_meta_data(), array( '_dakiya_takes_cod' => 'yes', '_dakiya_service' => 'standard' ) );
	$request = Shop::$requests[0];
	same( $request['url'], 'https://ship.example.in/custom/api/v1/checkout-rates' );
	same( $request['headers']['Authorization'], 'Bearer dky_1' );
	same( $request['timeout'] <= 3, true );
	same(
		json_decode( $request['body'], true ),
		array(
			'destination' => array( 'pincode' => '560038', 'country' => 'IN' ),
			'items'       => array( array( 'units' => 2, 'sku' => 'CHAI-250', 'weight' => 0.25, 'length' => 20, 'breadth' => 15, 'height' => 5 ) ),
			'order_value' => 509,
		)
	);
} );

test( 'leaves out what it does not know, and what is not shipped', function (): void {
	offered( package( array( line( new WC_Product( 1 ), 1 ), line( new WC_Product( 2, needs_shipping: false ), 1 ) ) ) );
	same( json_decode( Shop::$requests[0]['body'], true )['items'], array( array( 'units' => 1 ) ) );
	same( offered( package( array( line( new WC_Product( 2, needs_shipping: false ), 1 ) ) ) ), array() );
	same( count( Shop::$requests ), 1 );
} );

test( 'asks nothing before there is a pincode of India', function (): void {
	foreach ( array( array( 'postcode' => '' ), array( 'postcode' => '5600' ), array( 'country' => 'GB', 'postcode' => 'SW1A 1AA' ) ) as $to ) {
		same( offered( package( array(), $to ) ), array() );
	}
	same( Shop::$requests, array() );
} );

test( 'asks once for equal carts', function (): void {
	offered( package() );
	offered( package() );
	same( count( Shop::$requests ), 1 );
} );

test( 'offers nothing if the service says so', function (): void {
	Shop::$network = answering( array(), 'no_carrier' );
	same( offered( package() ), array() );
	same( Shop::$session['dakiya_fallback_shown'], null );
} );

foreach ( array(
	'does not answer'  => static fn (): WP_Error => new WP_Error( 'http_request_failed', 'Timed out' ),
	'refuses the key'  => static fn (): array => array( 'response' => array( 'code' => 401 ), 'body' => '{}' ),
	'fails'            => static fn (): array => array( 'response' => array( 'code' => 500 ), 'body' => '<html>' ),
	'is another site'  => static fn (): array => array( 'response' => array( 'code' => 200 ), 'body' => '<html>' ),
	'sends nonsense'   => static fn (): array => array( 'response' => array( 'code' => 200 ), 'body' => '{"data":{"services":[{"price":-1}]}}' ),
) as $what => $network ) {
	test( "offers the price of the zone, and waits no second time, if the service $what", function () use ( $network ): void {
		Shop::$network = $network;
		same( offered( package() ), array( 'dakiya:3:standard' => '80.00' ) );
		same( offered( package( array(), array( 'postcode' => '110001' ) ) ), array( 'dakiya:3:standard' => '80.00' ) );
		same( array( count( Shop::$requests ), count( Shop::$log ) ), array( 1, 1 ) );
		same( str_contains( Shop::$log[0], 'dky_1' ), false );
		Shop::$options['woocommerce_dakiya_3_settings'] = array( 'fallback' => '' );
		same( offered( package() ), array() );
	} );
}

test( 'offers nothing for a cart that the service refuses, and asks for the next one', function (): void {
	Shop::$network = static fn (): array => array( 'response' => array( 'code' => 422 ), 'body' => '{"errors":["items must not be empty"]}' );
	same( offered( package() ), array() );
	same( Shop::$session['dakiya_fallback_shown'], null );
	Shop::$network = answering( array( SERVICE ) );
	same( offered( package( array(), array( 'postcode' => '110001' ) ) ), array( 'dakiya:3:standard' => '49.00' ) );
} );

test( 'pauses only the customer for whom it asked too often', function (): void {
	Shop::$network = static fn (): array => array( 'response' => array( 'code' => 429 ), 'body' => '{}' );
	same( offered( package( array(), array( 'postcode' => '110002' ) ) ), array( 'dakiya:3:standard' => '80.00' ) );
	same( offered( package( array(), array( 'postcode' => '110003' ) ) ), array( 'dakiya:3:standard' => '80.00' ) );
	same( count( Shop::$requests ), 1 );
	Shop::$session = array();
	Shop::$network = answering( array( SERVICE ) );
	same( offered( package( array(), array( 'postcode' => '110003' ) ) ), array( 'dakiya:3:standard' => '49.00' ) );
} );

test( 'names customers by a hash of their address', function (): void {
	$_SERVER['REMOTE_ADDR'] = '192.0.2.1';
	offered( package() );
	$_SERVER['REMOTE_ADDR'] = '192.0.2.2';
	offered( package( array(), array( 'postcode' => '110001' ) ) );
	$sent = array_map( static fn ( array $request ): string => $request['headers']['Shop-Customer'], Shop::$requests );
	same( array_map( 'strlen', $sent ), array( 64, 64 ) );
	same( $sent[0] === $sent[1], false );
	unset( $_SERVER['REMOTE_ADDR'] );
} );

test( 'rounds grams up', function (): void {
	$weight = static fn ( string $grams ): mixed => Dakiya_Checkout::item_of( new WC_Product( 7, 100, $grams ), 1 )['weight'] ?? null;
	same( array( 0.001, 0.001, 0.002, 0.285, null, null ), array_map( $weight, array( '0.4', '1', '1.2', '285', '0', '' ) ) );
} );

test( 'has a highest weight for the price of the zone', function (): void {
	Shop::$network = static fn (): WP_Error => new WP_Error( 'http_request_failed', 'Timed out' );
	$of      = static fn ( int $units, string $grams = '250' ): array => package( array( line( new WC_Product( 7, 100, $grams ), $units ) ) );
	$offered = static fn ( array $package ): int => count( offered( $package ) );
	same( array( $offered( $of( 19 ) ), $offered( $of( 20 ) ), $offered( $of( 21 ) ) ), array( 1, 1, 0 ) );
	same( array( $offered( $of( 9, '' ) ), $offered( $of( 10, '' ) ), $offered( $of( 11, '' ) ) ), array( 1, 1, 0 ) );
	Shop::$options['woocommerce_dakiya_3_settings'] = array( 'fallback' => '80', 'fallback_weight' => '0.5' );
	same( array( $offered( $of( 1 ) ), $offered( $of( 2 ) ), $offered( $of( 3 ) ) ), array( 1, 1, 0 ) );
} );

test( 'lets WooCommerce ask again in time, sooner after a fallback price', function (): void {
	$age = static fn (): string => apply_filters( 'woocommerce_cart_shipping_packages', array( array( 'contents' => array() ) ) )[0]['dakiya_age'];
	same( explode( ':', $age() )[0], '900' );
	Shop::$session['dakiya_fallback_shown'] = 1;
	same( explode( ':', $age() )[0], '60' );
	same( apply_filters( 'woocommerce_cart_shipping_packages', null ), null );
} );

test( 'takes cash on delivery away where no courier collects it', function (): void {
	$gateways = static fn (): array => array_keys( apply_filters( 'woocommerce_available_payment_gateways', array( 'cod' => 1, 'upi' => 1 ) ) );
	same( $gateways(), array( 'cod', 'upi' ) );
	Shop::$network  = answering( array( array( 'cod_charges' => null ) + SERVICE ) );
	Shop::$packages = array( array( 'rates' => ( new Dakiya_Shipping_Method( 3 ) )->get_rates_for_package( package() ) ) );
	same( $gateways(), array( 'cod', 'upi' ) );
	Shop::$session['chosen_shipping_methods'] = array( 'dakiya:3:standard' );
	same( $gateways(), array( 'upi' ) );
	Shop::$session['chosen_shipping_methods'] = array( 'flat_rate:1' );
	same( $gateways(), array( 'cod', 'upi' ) );
} );

test( 'tests the connection when it is saved', function (): void {
	$save = static function ( mixed $url ): void {
		$method = new Dakiya_Shipping_Method();
		$method->set_post_data( array( 'woocommerce_dakiya_url' => $url, 'woocommerce_dakiya_key' => 'dky_2' ) );
		$method->process_admin_options();
	};
	$save( ' https://ship.example.in/ ' );
	same( Shop::$options['woocommerce_dakiya_settings']['url'], 'https://ship.example.in' );
	same( Shop::$notices, array( 'message: Dakiya: connected.' ) );
	same( WC_Cache_Helper::$version, 1 );
	$save( 'javascript:alert(1)' );
	same( Shop::$options['woocommerce_dakiya_settings']['url'], 'https://ship.example.in' );
	same( count( Shop::$notices ), 2 );
	$save( array( 'x' ) );
	same( Shop::$options['woocommerce_dakiya_settings']['url'], '' );
} );

/** The answer to a check by a product page. */
function check( array $post ): Answered {
	$_POST = $post + array( 'nonce' => 'nonce-dakiya_pincode_check' );
	try {
		do_action( 'wp_ajax_nopriv_dakiya_pincode_check' );
	} catch ( Answered $answered ) {
		return $answered;
	}
	throw new Exception( 'The check was not answered' );
}

test( 'checks a pincode for a product', function (): void {
	Shop::$products[7] = new WC_Product( 7, 249.5, '250' );
	$answer            = check( array( 'pincode' => '560 038', 'product' => '7' ) );
	same( $answer->status, 200 );
	same( $answer->body['data']['message'], "Standard delivery, 20 Nov – 22 Nov, ₹49.00\nCash on delivery is possible." );
	Shop::$network = answering( array(), 'no_carrier' );
	same( check( array( 'pincode' => '110001', 'product' => '7' ) )->body['data']['message'], 'We do not deliver to 110001 yet.' );
	Shop::$network = answering( array(), 'pincode' );
	same( check( array( 'pincode' => '999999', 'product' => '7' ) )->body['data']['message'], 'There is no pincode 999999.' );
} );

test( 'refuses hostile checks', function (): void {
	Shop::$products = array( 7 => new WC_Product( 7 ), 8 => new WC_Product( 8, status: 'draft' ), 9 => new WC_Product( 9, needs_shipping: false ) );
	foreach ( array( 'x', '', '0560038', "560038'", array( '560038' ) ) as $pincode ) {
		same( check( array( 'pincode' => $pincode, 'product' => '7' ) )->status, 422 );
	}
	foreach ( array( '8', '9', '10', array( 7 ) ) as $product ) {
		same( check( array( 'pincode' => '560038', 'product' => $product ) )->status, 422 );
	}
	same( check( array( 'nonce' => 'forged' ) )->status, 403 );
	Shop::$network = static fn (): WP_Error => new WP_Error( 'http_request_failed', 'Timed out' );
	same( check( array( 'pincode' => '560038', 'product' => '7' ) )->status, 503 );
} );

test( 'limits the checks of an address', function (): void {
	Shop::$products[7] = new WC_Product( 7 );
	$statuses          = array();
	for ( $count = 0; $count < 45; $count++ ) {
		$statuses[] = check( array( 'pincode' => '560038', 'product' => '7' ) )->status;
	}
	// The minute may end meanwhile.
	same( in_array( 429, $statuses, true ) && 200 === $statuses[0], true );
	// Anybody can send this header.
	$_SERVER['HTTP_X_FORWARDED_FOR'] = '203.0.113.10';
	same( check( array( 'pincode' => '560038', 'product' => '7' ) )->status, end( $statuses ) );
	$_SERVER['REMOTE_ADDR'] = '203.0.113.10';
	same( check( array( 'pincode' => '560038', 'product' => '7' ) )->status, 200 );
} );

test( 'shows the form on pages of products that are shipped', function (): void {
	global $product;
	$product = new WC_Product( 7 );
	$shown   = static function (): string {
		ob_start();
		do_action( 'woocommerce_after_add_to_cart_form' );
		return (string) ob_get_clean();
	};
	same( str_contains( $shown(), 'data-product="7"' ), true );
	same( str_contains( $shown(), 'dky_1' ), false );
	Shop::$options['woocommerce_dakiya_settings']['pincode_check'] = 'no';
	same( $shown(), '' );
	$product = new WC_Product( 9, needs_shipping: false );
	same( Dakiya_Pincode_Check::form(), '' );
} );

/** An order as the connection of Dakiya leaves it. */
function tracked( array $changes = array() ): WC_Order {
	$entry = $changes + array(
		'tracking_id'              => 'MP0001',
		'tracking_provider'        => '',
		'custom_tracking_provider' => 'Morpankhi <b>',
		'custom_tracking_link'     => 'https://ship.example.in/track/MP0001',
		'tracking_number'          => 'MP0001',
		'date_shipped'             => '1795500000',
	);
	return new WC_Order( array( '_wc_shipment_tracking_items' => array( $entry, 'nonsense' ) ) );
}

function printed( string $hook, mixed ...$args ): string {
	ob_start();
	do_action( $hook, ...$args );
	return (string) ob_get_clean();
}

test( 'shows the parcels of an order, escaped', function (): void {
	$html = printed( 'woocommerce_order_details_after_order_table', tracked() );
	same( str_contains( $html, 'Morpankhi &lt;b&gt; <a href="https://ship.example.in/track/MP0001">MP0001</a>' ), true );
	same( printed( 'woocommerce_order_details_after_order_table', new WC_Order() ), '' );
	$hostile = tracked( array( 'custom_tracking_link' => 'javascript:alert(1)' ) );
	same( str_contains( printed( 'woocommerce_order_details_after_order_table', $hostile ), 'href' ), false );
	$actions = apply_filters( 'woocommerce_my_account_my_orders_actions', array(), tracked() );
	same( $actions['dakiya_track']['url'], 'https://ship.example.in/track/MP0001' );
} );

test( 'shows them in mails to customers only', function (): void {
	same( str_contains( printed( 'woocommerce_email_after_order_table', tracked(), false, false, null ), '<a href=' ), true );
	same( printed( 'woocommerce_email_after_order_table', tracked(), true, false, null ), '' );
	same( printed( 'woocommerce_email_after_order_table', tracked( array( 'custom_tracking_provider' => 'Eka' ) ), false, true, null ), "\nEka MP0001 https://ship.example.in/track/MP0001\n" );
} );

test( 'exports and erases tracking numbers with the other personal data', function (): void {
	$exported = apply_filters( 'woocommerce_privacy_export_order_personal_data', array(), tracked( array( 'custom_tracking_provider' => 'Eka' ) ) );
	same( $exported, array( array( 'name' => 'Tracking number', 'value' => 'Eka MP0001' ) ) );
	same( array_keys( apply_filters( 'woocommerce_privacy_remove_order_personal_data_meta', array( '_a' => 'text' ) ) ), array( '_a', '_wc_shipment_tracking_items' ) );
} );

test( 'has translations of texts that exist', function (): void {
	$known = file_get_contents( dirname( __DIR__ ) . '/languages/dakiya.pot' );
	foreach ( ( include dirname( __DIR__ ) . '/languages/dakiya-hi_IN.l10n.php' )['messages'] as $english => $hindi ) {
		same( str_contains( $known, 'msgid "' . $english . '"' ), true );
		same( substr_count( $english, '%s' ), substr_count( $hindi, '%s' ) );
	}
} );

$url = (string) getenv( 'DAKIYA_URL' );
if ( '' !== $url ) {
	test( 'shows the rates of a real service', function () use ( $url ): void {
		Shop::$network                                = null;
		Shop::$options['woocommerce_dakiya_settings'] = array( 'url' => $url, 'key' => (string) getenv( 'DAKIYA_KEY' ) );
		$rates = ( new Dakiya_Shipping_Method( 3 ) )->get_rates_for_package( package() );
		same( array_keys( $rates ), array( 'dakiya:3:standard', 'dakiya:3:express' ) );
		foreach ( $rates as $rate ) {
			same( 1 === preg_match( '/^(Standard|Express) delivery \(\d+ \w+( – \d+ \w+)?\)$/', $rate->label ) && $rate->cost > 0, true );
		}
		same( offered( package( array(), array( 'postcode' => '999999' ) ) ), array() );
		Shop::$options['woocommerce_dakiya_settings']['key'] = 'dky_wrong';
		same( offered( package() ), array( 'dakiya:3:standard' => '80.00' ) );
		same( str_contains( Shop::$log[0], 'does not take the key' ), true );
	} );
}

echo "$passed passed, $failed failed\n";
exit( $failed > 0 ? 1 : 0 );
