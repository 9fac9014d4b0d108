<?php
/**
 * The parts of WordPress and WooCommerce that the plugin uses, as strict as they are: what is not here, fails.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

define( 'ABSPATH', __DIR__ . '/' );
define( 'MINUTE_IN_SECONDS', 60 );

/** What the tests set and look at. */
final class Shop {
	/** @var array<string, list<array{callable, int}>> */
	public static array $hooks = array();
	public static array $options = array();
	public static array $transients = array();
	public static array $cache = array();
	public static array $session = array();
	public static array $packages = array();
	public static array $products = array();
	public static array $notices = array();
	public static array $log = array();
	public static array $compatible = array();
	/** Answers a request instead of the network; null uses the network. */
	public static ?Closure $network = null;
	public static array $requests = array();
	public static bool $has_nonce = true;
}

function add_filter( string $hook, callable $callback, int $priority = 10, int $accepted = 1 ): bool {
	Shop::$hooks[ $hook ][] = array( $callback, $accepted );
	return true;
}
function add_action( string $hook, callable $callback, int $priority = 10, int $accepted = 1 ): bool {
	return add_filter( $hook, $callback, $priority, $accepted );
}
function apply_filters( string $hook, mixed $value, mixed ...$more ): mixed {
	foreach ( Shop::$hooks[ $hook ] ?? array() as [ $callback, $accepted ] ) {
		$value = $callback( ...array_slice( array( $value, ...$more ), 0, $accepted ) );
	}
	return $value;
}
function do_action( string $hook, mixed ...$args ): void {
	foreach ( Shop::$hooks[ $hook ] ?? array() as [ $callback, $accepted ] ) {
		$callback( ...array_slice( $args, 0, $accepted ) );
	}
}
function add_shortcode( string $tag, callable $callback ): void {
	Shop::$hooks[ "shortcode $tag" ][] = array( $callback, 3 );
}

function __( string $text, string $domain ): string {
	return 'dakiya' === $domain ? $text : throw new Error( "The text domain is $domain" );
}
function _x( string $text, string $context, string $domain ): string {
	return __( $text, $domain );
}
function esc_html__( string $text, string $domain ): string {
	return esc_html( __( $text, $domain ) );
}
function esc_attr__( string $text, string $domain ): string {
	return esc_html( __( $text, $domain ) );
}
function esc_html( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES, 'UTF-8' );
}
function esc_attr( string $text ): string {
	return esc_html( $text );
}
function esc_url_raw( string $url, ?array $protocols = null ): string {
	$scheme = strtolower( (string) parse_url( $url, PHP_URL_SCHEME ) );
	return in_array( $scheme, $protocols ?? array( 'http', 'https' ), true ) ? str_replace( array( '"', '<', '>', ' ' ), '', $url ) : '';
}
function esc_url( string $url ): string {
	return esc_html( esc_url_raw( $url ) );
}
function sanitize_text_field( string $text ): string {
	return trim( strip_tags( $text ) );
}
function wp_unslash( string $text ): string {
	return stripslashes( $text );
}
function wp_strip_all_tags( string $text ): string {
	return trim( strip_tags( $text ) );
}
function absint( mixed $number ): int {
	return abs( (int) $number );
}
function untrailingslashit( string $text ): string {
	return rtrim( $text, '/\\' );
}
function wp_json_encode( mixed $data ): string|false {
	return json_encode( $data );
}
function wp_parse_args( array $args, array $defaults ): array {
	return array_merge( $defaults, $args );
}
function wp_timezone(): DateTimeZone {
	return new DateTimeZone( 'Asia/Kolkata' );
}
function wp_date( string $format, int $timestamp ): string|false {
	return ( new DateTimeImmutable( "@$timestamp" ) )->setTimezone( wp_timezone() )->format( $format );
}
function wp_salt( string $scheme ): string {
	return "salt of $scheme";
}
function wp_unique_id( string $prefix ): string {
	static $count = 0;
	return $prefix . ( ++$count );
}
function wp_create_nonce( string $action ): string {
	return "nonce-$action";
}
function check_ajax_referer( string $action, string $field ): int {
	return Shop::$has_nonce && wp_create_nonce( $action ) === ( $_POST[ $field ] ?? '' ) ? 1 : throw new Answered( 403, -1 );
}
function wp_enqueue_script( string $handle, string $src, array $deps, string $version, bool $in_footer ): void {
}
function plugins_url( string $path, string $file ): string {
	return 'https://chai.example/wp-content/plugins/' . basename( dirname( $file ) ) . "/$path";
}
function plugin_basename( string $file ): string {
	return basename( dirname( $file ) ) . '/' . basename( $file );
}
function load_plugin_textdomain( string $domain, bool $deprecated, string $path ): bool {
	return true;
}
function admin_url( string $path ): string {
	return "https://chai.example/wp-admin/$path";
}

/** Ends a request, as `wp_die` does. */
final class Answered extends Exception {
	public function __construct( public readonly int $status, public readonly mixed $body ) {
		parent::__construct();
	}
}
function wp_send_json_success( mixed $data ): never {
	throw new Answered( 200, array( 'success' => true, 'data' => $data ) );
}
function wp_send_json_error( mixed $data, int $status ): never {
	throw new Answered( $status, array( 'success' => false, 'data' => $data ) );
}

function get_option( string $name, mixed $default = false ): mixed {
	return Shop::$options[ $name ] ?? $default;
}
function update_option( string $name, mixed $value ): bool {
	$changed                = ( Shop::$options[ $name ] ?? null ) !== $value;
	Shop::$options[ $name ] = $value;
	return $changed;
}
function get_transient( string $name ): mixed {
	return Shop::$transients[ $name ] ?? false;
}
function set_transient( string $name, mixed $value, int $seconds ): bool {
	if ( strlen( $name ) > 172 || $seconds < 1 ) {
		throw new Error( "The transient $name cannot be kept" );
	}
	Shop::$transients[ $name ] = $value;
	return true;
}
function delete_transient( string $name ): bool {
	unset( Shop::$transients[ $name ] );
	return true;
}
function wp_cache_get( string $key, string $group ): mixed {
	return Shop::$cache[ "$group $key" ] ?? false;
}
function wp_cache_set( string $key, mixed $value, string $group, int $seconds ): bool {
	Shop::$cache[ "$group $key" ] = $value;
	return true;
}

final class WP_Error {
	public function __construct( private string $code, private string $message ) {
	}
	public function get_error_message(): string {
		return $this->message;
	}
	public function get_error_code(): string {
		return $this->code;
	}
}
function is_wp_error( mixed $thing ): bool {
	return $thing instanceof WP_Error;
}
function wp_remote_post( string $url, array $args ): array|WP_Error {
	Shop::$requests[] = array( 'url' => $url ) + $args;
	if ( Shop::$network ) {
		return ( Shop::$network )( $url, $args );
	}
	$headers = array();
	foreach ( $args['headers'] as $name => $value ) {
		$headers[] = "$name: $value";
	}
	$http = array(
		'method'        => 'POST',
		'header'        => $headers,
		'content'       => $args['body'],
		'timeout'       => $args['timeout'],
		'ignore_errors' => true,
	);
	$body = @file_get_contents( $url, false, stream_context_create( array( 'http' => $http ) ) );
	if ( false === $body ) {
		return new WP_Error( 'http_request_failed', 'Could not connect' );
	}
	return array( 'response' => array( 'code' => (int) explode( ' ', $http_response_header[0] )[1] ), 'body' => $body );
}
function wp_remote_retrieve_response_code( array $response ): int|string {
	return $response['response']['code'] ?? '';
}
function wp_remote_retrieve_body( array $response ): string {
	return $response['body'] ?? '';
}

function wc_get_logger(): object {
	return new class() {
		public function error( string $message, array $context ): void {
			Shop::$log[] = $message;
		}
	};
}
function wc_get_price_decimals(): int {
	return 2;
}
function wc_format_decimal( mixed $number, int $decimals ): string {
	return number_format( (float) $number, $decimals, '.', '' );
}
function wc_price( float $price ): string {
	return '<span class="woocommerce-Price-amount amount"><bdi><span>&#8377;</span>' . number_format( $price, 2 ) . '</bdi></span>';
}
/** The products of the tests are weighed in grams. */
function wc_get_weight( mixed $weight, string $to, string $from = '' ): float|int {
	return 'kg' === $to ? max( 0, (float) $weight / 1000 ) : throw new Error( "No unit $to" );
}
/** And measured in millimetres. */
function wc_get_dimension( mixed $dimension, string $to, string $from = '' ): float|int {
	return 'cm' === $to ? max( 0, (float) $dimension / 10 ) : throw new Error( "No unit $to" );
}
function wc_get_product( int $id ): WC_Product|false|null {
	return Shop::$products[ $id ] ?? false;
}
function wc_get_price_including_tax( WC_Product $product ): float|string {
	return $product->price;
}

class WC_Product {
	public function __construct(
		private int $id,
		public float $price = 100.0,
		private string $weight = '',
		private array $size = array( '', '', '' ),
		private string $sku = '',
		private bool $needs_shipping = true,
		private string $status = 'publish'
	) {
	}
	public function get_id(): int {
		return $this->id;
	}
	public function get_name(): string {
		return "Product {$this->id}";
	}
	public function get_sku(): string {
		return $this->sku;
	}
	public function get_status(): string {
		return $this->status;
	}
	public function needs_shipping(): bool {
		return $this->needs_shipping;
	}
	public function get_weight(): string {
		return $this->weight;
	}
	public function get_length(): string {
		return $this->size[0];
	}
	public function get_width(): string {
		return $this->size[1];
	}
	public function get_height(): string {
		return $this->size[2];
	}
}

class WC_Order {
	public function __construct( private array $meta = array() ) {
	}
	public function get_meta( string $key, bool $single ): mixed {
		return $this->meta[ $key ] ?? '';
	}
}

final class WC_Cache_Helper {
	public static int $version = 0;
	public static function get_transient_version( string $group, bool $refresh = false ): string {
		return (string) ( self::$version += $refresh ? 1 : 0 );
	}
}

final class WC_Admin_Settings {
	public static function add_error( string $text ): void {
		Shop::$notices[] = "error: $text";
	}
	public static function add_message( string $text ): void {
		Shop::$notices[] = "message: $text";
	}
}

final class WC_Shipping_Rate {
	private array $meta = array();
	public function __construct( public readonly string $id, public readonly string $label, public readonly string $cost ) {
	}
	public function add_meta_data( string $key, string $value ): void {
		$this->meta[ $key ] = $value;
	}
	public function get_meta_data(): array {
		return $this->meta;
	}
}

abstract class WC_Settings_API {
	public $plugin_id   = 'woocommerce_';
	public $id          = '';
	public $form_fields = array();
	public $settings    = array();
	protected $data     = array();

	public function set_post_data( $data = array() ) {
		$this->data = $data;
	}
	public function get_field_key( $key ) {
		return $this->plugin_id . $this->id . '_' . $key;
	}
	public function init_settings() {
		$this->settings = get_option( $this->plugin_id . $this->id . '_settings', null );
		if ( ! is_array( $this->settings ) ) {
			$this->settings = array_column( array_map( null, array_keys( $this->form_fields ), array_column( $this->form_fields, 'default' ) ), 1, 0 );
		}
	}
	public function get_option( $key, $empty_value = null ) {
		$value = $this->settings[ $key ] ?? $this->form_fields[ $key ]['default'] ?? '';
		return null !== $empty_value && '' === $value ? $empty_value : $value;
	}
	public function process_admin_options() {
		$this->init_settings();
		foreach ( $this->form_fields as $key => $field ) {
			$value                  = $this->data[ $this->get_field_key( $key ) ] ?? null;
			$own                    = "validate_{$key}_field";
			$this->settings[ $key ] = is_callable( array( $this, $own ) ) ? $this->$own( $key, $value ) : (string) $value;
		}
		return update_option( $this->plugin_id . $this->id . '_settings', $this->settings );
	}
}

abstract class WC_Shipping_Method extends WC_Settings_API {
	public $supports             = array( 'settings' );
	public $method_title         = '';
	public $method_description   = '';
	public $enabled              = 'yes';
	public $title;
	public $rates                = array();
	public $tax_status           = 'taxable';
	public $instance_id          = 0;
	public $instance_form_fields = array();
	public $instance_settings    = array();

	public function __construct( $instance_id = 0 ) {
		$this->instance_id = absint( $instance_id );
	}
	public function get_option( $key, $empty_value = null ) {
		if ( ! $this->instance_id || ! array_key_exists( $key, $this->instance_form_fields ) ) {
			return parent::get_option( $key, $empty_value );
		}
		$kept  = get_option( $this->plugin_id . $this->id . '_' . $this->instance_id . '_settings', array() );
		$value = $kept[ $key ] ?? $this->instance_form_fields[ $key ]['default'];
		return null !== $empty_value && '' === $value ? $empty_value : $value;
	}
	public function calculate_shipping( $package = array() ) {
	}
	public function get_rates_for_package( $package ) {
		$this->rates = array();
		$this->calculate_shipping( $package );
		return $this->rates;
	}
	public function get_rate_id( $suffix = '' ) {
		return implode( ':', array_filter( array( $this->id, $this->instance_id ?: '', $suffix ) ) );
	}
	public function add_rate( $args = array() ) {
		if ( array_diff( array_keys( $args ), array( 'id', 'label', 'cost', 'taxes', 'calc_tax', 'meta_data', 'package' ) ) ) {
			throw new Error( 'A rate has no such part' );
		}
		if ( ! $args['id'] || ! $args['label'] ) {
			return;
		}
		$rate = new WC_Shipping_Rate( $args['id'], $args['label'], wc_format_decimal( $args['cost'], wc_get_price_decimals() ) );
		foreach ( $args['meta_data'] ?? array() as $key => $value ) {
			$rate->add_meta_data( $key, $value );
		}
		$this->rates[ $args['id'] ] = $rate;
	}
	public function process_admin_options() {
		return $this->instance_id ? false : parent::process_admin_options();
	}
}

function WC(): object {
	static $shop = null;
	return $shop ??= new class() {
		public object $session;
		public object $countries;
		public function __construct() {
			$this->session   = new class() {
				public function get( string $key, mixed $default = null ): mixed {
					return Shop::$session[ $key ] ?? $default;
				}
				public function set( string $key, mixed $value ): void {
					Shop::$session[ $key ] = $value;
				}
			};
			$this->countries = new class() {
				public function get_base_postcode(): string {
					return '110020';
				}
			};
		}
		public function shipping(): object {
			return new class() {
				public function get_packages(): array {
					return Shop::$packages;
				}
			};
		}
	};
}

require __DIR__ . '/features-util.php';
